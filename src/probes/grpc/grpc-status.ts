import { writeReason } from '#contract/reasons'
import { printable } from '#kernel'

export const grpcCodes = { ok: 0, unknown: 2, deadlineExceeded: 4, notFound: 5, unimplemented: 12 } as const

export interface GrpcStatus {
  readonly code: number
  readonly message: string
}

const maxMessageLength = 10_240

/** The gRPC code of an HTTP status without `grpc-status` ("HTTP to gRPC Status Code Mapping"). */
const codesOfHttp: Readonly<Record<number, number>> = {
  400: 13,
  401: 16,
  403: 7,
  404: 12,
  429: 14,
  502: 14,
  503: 14,
  504: 14,
}

type Headers = Readonly<Record<string, unknown>>

/** The status in headers or trailers; null without one. A status that is no number counts as UNKNOWN. */
export function statusIn(headers: Headers): GrpcStatus | null {
  const code = textOf(headers['grpc-status'])
  if (code === null) return null
  const message = decodeMessage(textOf(headers['grpc-message']) ?? '')
  return { code: /^\d{1,9}$/.test(code.trim()) ? Number(code) : grpcCodes.unknown, message }
}

/** The status of a response that is not gRPC: another HTTP status than 200, or another content type. Null if it is. */
export function statusOfForeign(headers: Headers): GrpcStatus | null {
  const http = Number(headers[':status'])
  const contentType = textOf(headers['content-type']) ?? 'none'
  if (http === 200 && contentType.startsWith('application/grpc')) return null
  const shown = printable(contentType.slice(0, 100))
  const message = writeReason('NOT_GRPC', { status: http, contentType: shown })
  return { code: codesOfHttp[http] ?? grpcCodes.unknown, message }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Percent-decoding of UTF-8; what cannot be decoded stays as it is. */
function decodeMessage(text: string): string {
  const cut = text.slice(0, maxMessageLength)
  try {
    return printable(decodeURIComponent(cut))
  } catch {
    return printable(cut)
  }
}
