import type { FailureKind, ObservationFailure } from '#contract'

/** An outcome without an answer. Results of this room are distinguished by `failure`: null means there is an answer. */
export interface Failed {
  readonly failure: ObservationFailure
  /** Connections: the address that was tried, when there was one. */
  readonly address?: string
}

type FailureText = (endpoint: string) => string

interface FailureRow {
  readonly kind: FailureKind
  readonly isNetworkError: boolean
  readonly writeText: FailureText
}

const network = (kind: FailureKind, writeText: FailureText): FailureRow => ({ kind, isNetworkError: true, writeText })
const other = (kind: FailureKind, writeText: FailureText): FailureRow => ({ kind, isNetworkError: false, writeText })

const closedEarly = network(
  'connect',
  (endpoint) => `${endpoint} closed the connection before it had answered in full.`,
)
const selfSigned = other(
  'tls',
  (endpoint) => `The certificate of ${endpoint} is self-signed, so nothing vouches for the host behind it.`,
)
const unknownIssuer = other(
  'tls',
  (endpoint) =>
    `The certificate of ${endpoint} does not lead to a trusted authority: its issuer is unknown, or an intermediate certificate is missing.`,
)
const plainPort = other(
  'tls',
  (endpoint) => `${endpoint} did not answer with TLS: the port most likely speaks plain text.`,
)
const notHttp = other('protocol', (endpoint) => `${endpoint} did not answer with valid HTTP.`)
const noFiles = other('preparation', () => 'This machine has no file handle left to open another connection.')

/** Codes of the system, of OpenSSL and of Node's HTTP parser, and their messages for people. */
const rows: Readonly<Record<string, FailureRow>> = {
  ECONNREFUSED: network(
    'connect',
    (endpoint) => `${endpoint} refused the connection: nothing listens on this port, or a firewall rejects it.`,
  ),
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ECONNABORTED: closedEarly,
  ETIMEDOUT: network('timeout', (endpoint) => `${endpoint} did not answer in time.`),
  EHOSTUNREACH: network('connect', (endpoint) => `No route leads to ${endpoint}.`),
  EHOSTDOWN: network('connect', (endpoint) => `The network says that ${endpoint} is down.`),
  ENETUNREACH: network('connect', (endpoint) => `This machine has no network route to ${endpoint}.`),
  ENETDOWN: network('connect', () => "This machine's network is down."),
  EADDRNOTAVAIL: network(
    'connect',
    (endpoint) => `This machine has no address or free port from which to reach ${endpoint}.`,
  ),
  EMFILE: noFiles,
  ENFILE: noFiles,
  EACCES: other('permission', (endpoint) => `This machine does not permit a connection to ${endpoint}.`),
  EPERM: other('permission', (endpoint) => `A rule of this machine forbids the connection to ${endpoint}.`),
  CERT_HAS_EXPIRED: other('tls', (endpoint) => `The certificate of ${endpoint}, or one above it, has expired.`),
  CERT_NOT_YET_VALID: other('tls', (endpoint) => `The certificate of ${endpoint} is not valid yet.`),
  CERT_REVOKED: other('tls', (endpoint) => `The certificate of ${endpoint} has been revoked.`),
  ERR_TLS_CERT_ALTNAME_INVALID: other(
    'tls',
    (endpoint) => `The certificate of ${endpoint} was made for other host names.`,
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: other(
    'tls',
    (endpoint) => `The certificate of ${endpoint} comes from an authority that is not trusted here.`,
  ),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
  ERR_SSL_HTTP_REQUEST: plainPort,
  ERR_SSL_UNSUPPORTED_PROTOCOL: other('tls', (endpoint) => `${endpoint} offers only TLS versions older than 1.2.`),
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: other(
    'tls',
    (endpoint) => `${endpoint} accepts none of the offered TLS versions.`,
  ),
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: other('tls', (endpoint) => `${endpoint} refused the TLS handshake.`),
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: other('tls', (endpoint) => `${endpoint} requires a client certificate.`),
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: other('tls', (endpoint) => `${endpoint} knows no certificate for this host name.`),
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: other(
    'tls',
    (endpoint) => `${endpoint} speaks none of the protocols that were offered by ALPN.`,
  ),
  HPE_HEADER_OVERFLOW: other('protocol', (endpoint) => `The response headers of ${endpoint} are larger than 256 KB.`),
}

const unnamed: Readonly<Record<'connect' | 'tls' | 'protocol' | 'dns', FailureText>> = {
  connect: (endpoint) => `The connection to ${endpoint} failed.`,
  tls: (endpoint) => `The TLS handshake with ${endpoint} failed.`,
  protocol: (endpoint) => `${endpoint} did not keep to the protocol.`,
  dns: (endpoint) => `The name ${endpoint} could not be resolved.`,
}

/**
 * Describes an error code of a connection to an endpoint (for example `example.com:443`). `phase` selects the kind and
 * message of codes that are not in the table.
 */
export function failureOf(code: string, endpoint: string, phase: keyof typeof unnamed): ObservationFailure {
  const row = rows[code] ?? (code.startsWith('HPE_') ? notHttp : undefined)
  if (row) return { kind: row.kind, code, message: row.writeText(endpoint), isNetworkError: row.isNetworkError }
  return {
    kind: phase,
    code,
    message: unnamed[phase](endpoint),
    isNetworkError: phase === 'connect' || phase === 'dns',
  }
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
