import type { FailureKind, ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'

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

const closedEarly = network('connect', (endpoint) => writeReason('CLOSED_EARLY', { endpoint }))
const selfSigned = other('tls', (endpoint) => writeReason('SELF_SIGNED', { endpoint }))
const unknownIssuer = other('tls', (endpoint) => writeReason('ISSUER_UNKNOWN', { endpoint }))
const plainPort = other('tls', (endpoint) => writeReason('PLAIN_PORT', { endpoint }))
const notHttp = other('protocol', (endpoint) => writeReason('NOT_HTTP', { endpoint }))
const noFiles = other('preparation', () => writeReason('FILE_HANDLES_USED_UP'))

/** Codes of the system, of OpenSSL and of Node's HTTP parser, and their messages for people. */
const rows: Readonly<Record<string, FailureRow>> = {
  ECONNREFUSED: network('connect', (endpoint) => writeReason('CONNECTION_REFUSED', { endpoint })),
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ECONNABORTED: closedEarly,
  ETIMEDOUT: network('timeout', (endpoint) => writeReason('NO_ANSWER_IN_TIME', { endpoint })),
  EHOSTUNREACH: network('connect', (endpoint) => writeReason('NO_ROUTE', { endpoint })),
  EHOSTDOWN: network('connect', (endpoint) => writeReason('HOST_DOWN', { endpoint })),
  ENETUNREACH: network('connect', (endpoint) => writeReason('NO_OWN_ROUTE', { endpoint })),
  ENETDOWN: network('connect', () => writeReason('OWN_NETWORK_DOWN')),
  EADDRNOTAVAIL: network('connect', (endpoint) => writeReason('NO_OWN_ADDRESS', { endpoint })),
  EMFILE: noFiles,
  ENFILE: noFiles,
  EACCES: other('permission', (endpoint) => writeReason('CONNECTION_NOT_PERMITTED', { endpoint })),
  EPERM: other('permission', (endpoint) => writeReason('CONNECTION_FORBIDDEN', { endpoint })),
  CERT_HAS_EXPIRED: other('tls', (endpoint) => writeReason('CERTIFICATE_EXPIRED', { endpoint })),
  CERT_NOT_YET_VALID: other('tls', (endpoint) => writeReason('CERTIFICATE_NOT_YET_VALID', { endpoint })),
  CERT_REVOKED: other('tls', (endpoint) => writeReason('CERTIFICATE_REVOKED', { endpoint })),
  ERR_TLS_CERT_ALTNAME_INVALID: other('tls', (endpoint) => writeReason('CERTIFICATE_FOR_OTHERS', { endpoint })),
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: other('tls', (endpoint) => writeReason('AUTHORITY_UNTRUSTED', { endpoint })),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
  ERR_SSL_HTTP_REQUEST: plainPort,
  ERR_SSL_UNSUPPORTED_PROTOCOL: other('tls', (endpoint) => writeReason('TLS_TOO_OLD', { endpoint })),
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: other('tls', (endpoint) => writeReason('TLS_VERSIONS_REFUSED', { endpoint })),
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: other('tls', (endpoint) => writeReason('HANDSHAKE_REFUSED', { endpoint })),
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: other('tls', (endpoint) =>
    writeReason('CLIENT_CERTIFICATE_REQUIRED', { endpoint }),
  ),
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: other('tls', (endpoint) => writeReason('SERVER_NAME_UNKNOWN', { endpoint })),
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: other('tls', (endpoint) =>
    writeReason('NO_COMMON_PROTOCOL', { endpoint }),
  ),
  HPE_HEADER_OVERFLOW: other('protocol', (endpoint) => writeReason('HEADERS_TOO_LARGE', { endpoint })),
}

const unnamed: Readonly<Record<'connect' | 'tls' | 'protocol' | 'dns', FailureText>> = {
  connect: (endpoint) => writeReason('CONNECTION_FAILED', { endpoint }),
  tls: (endpoint) => writeReason('HANDSHAKE_FAILED', { endpoint }),
  protocol: (endpoint) => writeReason('PROTOCOL_BROKEN', { endpoint }),
  dns: (endpoint) => writeReason('NAME_NOT_RESOLVED', { endpoint }),
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
