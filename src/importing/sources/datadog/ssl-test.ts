import { endpointOf, isHost, leftOut, limitsFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { HttpAssertion } from '../../counterparts/http-check.ts'
import { comparisonOf } from './http-assertions.ts'
import type { TestImport } from './test-import.ts'
import { numberOf, wireAssertions } from './wire-assertions.ts'
import type { WireAssertion, WriteAssertion } from './wire-assertions.ts'

/** A test of a certificate. What warns there before its end fails here, too. */
export function sslTest(test: TestImport): Value | null {
  const { draft, fields, options, variables } = test
  const request = test.config.fields('request')
  const host = variables.fill(request.text('host') ?? '')
  const endpoint = endpointOf(host, Number(variables.fill(request.text('port') ?? '443')))
  const serverName = request.text('servername')
  const skips = [
    options.flag('accept_self_signed'),
    options.flag('ignoreCertificateValidation'),
    request.flag('ignoreCertificateValidation'),
  ]
  options.exact('accept_self_signed', 'ignoreCertificateValidation')
  options.ignored('follow_redirects', 'allow_insecure')
  request.exact('host', 'port', 'servername', 'ignoreCertificateValidation')
  request.impossible('certificate', 'Upload the client certificate for the host.')
  const assertions = wireAssertions(test, {
    responseTime: numberOf('RESPONSE_TIME'),
    certificate,
    property,
    tlsVersion,
    minTlsVersion: tlsVersion,
  })
  const limits = limitsFrom(request, 'timeout', (request.number('timeout') ?? 10) * 1000)
  request.ignored('checkCertificateRevocation', 'disableAiaIntermediateFetching')
  request.finish()
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  const days = assertions.flatMap((one) =>
    one.property === 'daysUntilExpiry' && one.comparison === 'GREATER_THAN' ? [Number(one.target)] : [],
  )
  const sslConfig = {
    ...endpoint,
    ...(isHost(serverName) && { serverName }),
    ...(skips.includes(true) && { skipChainValidation: true }),
    alertDaysBeforeExpiry: Math.min(365, Math.max(1, ...days)),
  }
  return { checkType: 'SSL', ...limits, request: { sslConfig, assertions } }
}

const dayComparisons: Readonly<Record<string, string>> = { isInMoreThan: 'GREATER_THAN', isInLessThan: 'LESS_THAN' }

function certificate({ operator, target }: WireAssertion): readonly HttpAssertion[] | null {
  const comparison = dayComparisons[operator]
  const isDays = /^\d{1,5}$/.test(target)
  return comparison === undefined || !isDays
    ? null
    : [{ source: 'CERTIFICATE', property: 'daysUntilExpiry', comparison, target }]
}

const properties: Readonly<Record<string, string>> = {
  'subject.CN': 'subjectCN',
  'issuer.CN': 'issuerCN',
  serialNumber: 'serialNumber',
  fingerprint256: 'fingerprintSha256',
}

const property: WriteAssertion = ({ property: name, operator, target }) => {
  const found = properties[name]
  if (found === undefined || operator.includes('atch')) return null
  return (
    comparisonOf({ kind: 'text' }, operator, target)?.map(({ comparison, target: text }) => ({
      source: 'CERTIFICATE',
      property: found,
      comparison,
      target: text,
    })) ?? null
  )
}

const versions = ['TLS1.0', 'TLS1.1', 'TLS1.2', 'TLS1.3']

/** Versions have an order, so that at least one is more than the one before it. */
const tlsVersion: WriteAssertion = ({ operator, target }) => {
  const at = versions.indexOf(`TLS${target.replace(/^TLSv?/i, '').replace(/^1$/, '1.0')}`)
  const limit = (comparison: string, index: number): readonly HttpAssertion[] => {
    const version = versions[index]
    return version === undefined ? [] : [{ source: 'CONNECTION', property: 'tlsVersion', comparison, target: version }]
  }
  if (at < 0) return null
  if (operator === 'moreThanOrEqual') return limit('GREATER_THAN', at - 1)
  if (operator === 'lessThanOrEqual') return limit('LESS_THAN', at + 1)
  const [first] = comparisonOf({ kind: 'time' }, operator, target) ?? []
  return first === undefined ? null : limit(first.comparison, at)
}
