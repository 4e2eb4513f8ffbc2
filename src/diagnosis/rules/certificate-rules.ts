import { writeReason } from '#contract/reasons'
import { codeOf, hasCode, hostOf, rfc, subjectOf } from './rule.ts'
import type { Rule } from './rule.ts'

const browserWarning = writeReason('IMPACT_BROWSER_WARNING')
const x509 = rfc(5280, 'X.509 certificates')

/** The problems of TLS. */
export const certificateRules: readonly Rule[] = [
  {
    id: 'certificate-expired',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('CERT_HAS_EXPIRED'),
    rootCause: (evidence) => writeReason('CAUSE_CERTIFICATE_EXPIRED', { analysedHost: hostOf(evidence) }),
    userImpact: browserWarning,
    codeFix: () => writeReason('FIX_RENEW_CERTIFICATE'),
    links: [
      x509,
      { url: 'https://letsencrypt.org/docs/integration-guide/', title: 'Renewing certificates (Let’s Encrypt)' },
    ],
  },
  {
    id: 'certificate-not-yet-valid',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('CERT_NOT_YET_VALID'),
    rootCause: (evidence) => writeReason('CAUSE_CERTIFICATE_EARLY', { analysedHost: hostOf(evidence) }),
    userImpact: browserWarning,
    links: [x509],
  },
  {
    id: 'certificate-of-another-name',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME'),
    rootCause: (evidence) =>
      writeReason('CAUSE_CERTIFICATE_NAME', { analysed: subjectOf(evidence), analysedHost: hostOf(evidence) }),
    userImpact: browserWarning,
    codeFix: (evidence) => writeReason('FIX_CERTIFICATE_NAME', { analysedHost: hostOf(evidence) }),
    links: [rfc(9525, 'Service identity in TLS')],
  },
  {
    id: 'certificate-not-trusted',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_REVOKED',
      'CERT_UNTRUSTED',
    ),
    rootCause: (evidence) =>
      writeReason('CAUSE_CERTIFICATE_UNTRUSTED', { analysedHost: hostOf(evidence), failureCode: codeOf(evidence) }),
    userImpact: browserWarning,
    codeFix: () => writeReason('FIX_CHAIN'),
    links: [x509],
  },
  {
    id: 'tls-not-spoken',
    classification: 'CONFIGURATION_ERROR',
    applies: hasCode(
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'ERR_SSL_HTTP_REQUEST',
      'EPROTO',
    ),
    rootCause: (evidence) => writeReason('CAUSE_NO_TLS', { analysed: subjectOf(evidence) }),
    userImpact: writeReason('IMPACT_HTTPS'),
    codeFix: () => writeReason('FIX_TLS_PORT'),
    links: [rfc(8446, 'TLS 1.3')],
  },
  {
    id: 'tls-handshake-failed',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'tls',
    rootCause: (evidence) =>
      writeReason('CAUSE_TLS_HANDSHAKE', { analysedHost: hostOf(evidence), failureCode: codeOf(evidence) }),
    userImpact: writeReason('IMPACT_CLIENTS_LACK'),
    links: [rfc(8446, 'TLS 1.3')],
  },
]
