import type { Static } from 'typebox'
import { defaultSslBaseline } from '#contract'
import type { checkTypes, SslBaseline, SslConfig, SslRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { rejectField } from '../reject-field.ts'

type SslInput = Static<(typeof checkTypes)['SSL']['request']>
type ConfigInput = SslInput['sslConfig']

const plainConfig: SslConfig = {
  hostname: '',
  port: 443,
  serverName: null,
  ipFamily: 'IPv4',
  skipChainValidation: false,
  handshakeTimeoutMs: 10_000,
  alertDaysBeforeExpiry: 20,
  securityBaseline: defaultSslBaseline,
}

/** The request of a certificate check after a body. The mode `explicit` without a certificate is rejected. */
export function sslRequestOf(given: SslInput): SslRequest {
  const { sslClientCertificateId = null } = given
  const sslConfig = configOf(given.sslConfig)
  if (sslConfig.clientCertificateMode === 'explicit' && sslClientCertificateId === null)
    rejectField('request.sslClientCertificateId', 'is required when clientCertificateMode is explicit', {
      rule: 'required',
      parameters: {},
    })
  return {
    sslConfig,
    sslClientCertificateId: sslClientCertificateId?.toLowerCase() ?? null,
    assertions: assertionsOf(given.assertions),
  }
}

const configOf = (given: ConfigInput): SslConfig => ({
  ...plainConfig,
  ...given,
  // An empty name means the host name too.
  serverName: given.serverName || null,
  securityBaseline: baselineOf(given.securityBaseline),
})

function baselineOf(given: ConfigInput['securityBaseline']): SslBaseline {
  const current = defaultSslBaseline
  if (given === undefined) return current
  return {
    enabled: given.enabled ?? current.enabled,
    minTLSVersion: { ...current.minTLSVersion, ...given.minTLSVersion },
    minKeySizeBits: { ...current.minKeySizeBits, ...given.minKeySizeBits },
    weakSignatureAlgorithm: { ...current.weakSignatureAlgorithm, ...given.weakSignatureAlgorithm },
    weakCipherSuite: { ...current.weakCipherSuite, ...given.weakCipherSuite },
    knownBadCA: { ...current.knownBadCA, ...given.knownBadCA },
    recommendedTLSVersion: { ...current.recommendedTLSVersion, ...given.recommendedTLSVersion },
    recommendedKeySizeBits: { ...current.recommendedKeySizeBits, ...given.recommendedKeySizeBits },
    ocspMustStapleRespected: { ...current.ocspMustStapleRespected, ...given.ocspMustStapleRespected },
    sctPresent: { ...current.sctPresent, ...given.sctPresent },
  }
}
