import type { FailureKind, ObservationFailure } from '#contract'

/** An outcome without an answer. Results of this room are distinguished by `failure`: null means there is an answer. */
export interface Failed {
  readonly failure: ObservationFailure
}

type Sentence = (place: string) => string

interface FailureRow {
  readonly kind: FailureKind
  readonly isNetworkError: boolean
  readonly sentence: Sentence
}

const network = (kind: FailureKind, sentence: Sentence): FailureRow => ({ kind, isNetworkError: true, sentence })
const other = (kind: FailureKind, sentence: Sentence): FailureRow => ({ kind, isNetworkError: false, sentence })

const closedEarly = network('connect', (place) => `${place} closed the connection before it had answered in full.`)
const selfSigned = other(
  'tls',
  (place) => `The certificate of ${place} is self-signed, so nothing vouches for the host behind it.`,
)
const unknownIssuer = other(
  'tls',
  (place) =>
    `The certificate of ${place} does not lead to a trusted authority: its issuer is unknown, or an intermediate certificate is missing.`,
)
const plainPort = other('tls', (place) => `${place} did not answer with TLS: the port most likely speaks plain text.`)
const notHttp = other('protocol', (place) => `${place} did not answer with valid HTTP.`)
const noFiles = other('preparation', () => 'This machine has no file handle left to open another connection.')

/** Codes of the system, of OpenSSL and of Node's HTTP parser, and their messages for people. */
const rows: Readonly<Record<string, FailureRow>> = {
  ECONNREFUSED: network(
    'connect',
    (place) => `${place} refused the connection: nothing listens on this port, or a firewall rejects it.`,
  ),
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ECONNABORTED: closedEarly,
  ETIMEDOUT: network('timeout', (place) => `${place} did not answer in time.`),
  EHOSTUNREACH: network('connect', (place) => `No route leads to ${place}.`),
  EHOSTDOWN: network('connect', (place) => `The network says that ${place} is down.`),
  ENETUNREACH: network('connect', (place) => `This machine has no network route to ${place}.`),
  ENETDOWN: network('connect', () => "This machine's network is down."),
  EADDRNOTAVAIL: network(
    'connect',
    (place) => `This machine has no address or free port from which to reach ${place}.`,
  ),
  EMFILE: noFiles,
  ENFILE: noFiles,
  EACCES: other('permission', (place) => `This machine does not permit a connection to ${place}.`),
  EPERM: other('permission', (place) => `A rule of this machine forbids the connection to ${place}.`),
  CERT_HAS_EXPIRED: other('tls', (place) => `The certificate of ${place}, or one above it, has expired.`),
  CERT_NOT_YET_VALID: other('tls', (place) => `The certificate of ${place} is not valid yet.`),
  CERT_REVOKED: other('tls', (place) => `The certificate of ${place} has been revoked.`),
  ERR_TLS_CERT_ALTNAME_INVALID: other('tls', (place) => `The certificate of ${place} was made for other host names.`),
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: other(
    'tls',
    (place) => `The certificate of ${place} comes from an authority that is not trusted here.`,
  ),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
  ERR_SSL_HTTP_REQUEST: plainPort,
  ERR_SSL_UNSUPPORTED_PROTOCOL: other('tls', (place) => `${place} offers only TLS versions older than 1.2.`),
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: other('tls', (place) => `${place} accepts none of the offered TLS versions.`),
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: other('tls', (place) => `${place} refused the TLS handshake.`),
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: other('tls', (place) => `${place} requires a client certificate.`),
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: other('tls', (place) => `${place} knows no certificate for this host name.`),
  HPE_HEADER_OVERFLOW: other('protocol', (place) => `The response headers of ${place} are larger than 64 KB.`),
}

const unnamed: Readonly<Record<'connect' | 'tls' | 'protocol' | 'dns', Sentence>> = {
  connect: (place) => `The connection to ${place} failed.`,
  tls: (place) => `The TLS handshake with ${place} failed.`,
  protocol: (place) => `${place} did not keep to the protocol.`,
  dns: (place) => `The name ${place} could not be resolved.`,
}

/**
 * Describes an error code of a connection to an endpoint (for example `example.com:443`). `phase` selects the kind and
 * message of codes that are not in the table.
 */
export function failureOf(code: string, place: string, phase: keyof typeof unnamed): ObservationFailure {
  const row = rows[code] ?? (code.startsWith('HPE_') ? notHttp : undefined)
  if (row) return { kind: row.kind, code, message: row.sentence(place), isNetworkError: row.isNetworkError }
  return { kind: phase, code, message: unnamed[phase](place), isNetworkError: phase === 'connect' || phase === 'dns' }
}

/** A failure with a message of the caller. Not a network error by default. */
export const failure = (
  kind: FailureKind,
  code: string,
  message: string,
  isNetworkError = false,
): ObservationFailure => ({ kind, code, message, isNetworkError })

/** The code of a thrown or emitted error; errors without one are named after their class. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'EUNKNOWN'
}
