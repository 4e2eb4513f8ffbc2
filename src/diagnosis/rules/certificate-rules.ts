import { codeOf, hasCode, hostOf, rfc, subjectOf } from './rule.ts'
import type { Rule } from './rule.ts'

const browserWarning = 'Browsers warn users off, and programs refuse to connect.'
const x509 = rfc(5280, 'X.509 certificates')

/** The problems of TLS. */
export const certificateRules: readonly Rule[] = [
  {
    id: 'certificate-expired',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('CERT_HAS_EXPIRED'),
    rootCause: (evidence) =>
      `The certificate of ${hostOf(evidence)}, or one above it, has expired. Its automatic renewal stopped working, or the server still holds the old one and was not reloaded.`,
    userImpact: browserWarning,
    codeFix: () =>
      'Renew the certificate, reload the server that presents it, and see why the renewal did not happen automatically.',
    links: [
      x509,
      { url: 'https://letsencrypt.org/docs/integration-guide/', title: 'Renewing certificates (Let’s Encrypt)' },
    ],
  },
  {
    id: 'certificate-not-yet-valid',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('CERT_NOT_YET_VALID'),
    rootCause: (evidence) =>
      `The certificate of ${hostOf(evidence)} is valid only from later on. It was issued ahead of time, or a clock is wrong: that of the issuer or of the machine that runs the check.`,
    userImpact: browserWarning,
    links: [x509],
  },
  {
    id: 'certificate-of-another-name',
    classification: 'CERTIFICATE_ERROR',
    applies: hasCode('ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME'),
    rootCause: (evidence) =>
      `The server at ${subjectOf(evidence)} presents a certificate that was not made for ${hostOf(evidence)}. The name is missing in the certificate, or the name leads to a server that serves other names: a default host, an old load balancer, a parked domain.`,
    userImpact: browserWarning,
    codeFix: (evidence) => `Issue the certificate with ${hostOf(evidence)} among its names, or correct the DNS record.`,
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
      `Nothing trusted vouches for the certificate of ${hostOf(evidence)} (${codeOf(evidence)}): it is self-signed, it was revoked, or the server does not send the intermediate certificate. Browsers often have the intermediate from elsewhere, so this may show in programs only.`,
    userImpact: browserWarning,
    codeFix: () =>
      'Configure the server with the full chain (leaf first, then intermediates). For an internal authority, run the check where that authority is trusted.',
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
    rootCause: (evidence) =>
      `${subjectOf(evidence)} did not answer with TLS. The port speaks plain text, or the proxy that ends TLS is gone from in front of it.`,
    userImpact: 'Everybody who uses https gets an error.',
    codeFix: () => 'Use the port that speaks TLS, or http:// in the URL of the check where plain text is intended.',
    links: [rfc(8446, 'TLS 1.3')],
  },
  {
    id: 'tls-handshake-failed',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'tls',
    rootCause: (evidence) =>
      `The TLS handshake with ${hostOf(evidence)} failed (${codeOf(evidence)}): the two sides share no protocol version or cipher, or the server asks for a client certificate.`,
    userImpact: 'Clients that lack what the server asks for cannot connect.',
    links: [rfc(8446, 'TLS 1.3')],
  },
]
