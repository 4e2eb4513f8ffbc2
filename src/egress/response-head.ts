import type { IncomingMessage } from 'node:http'

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  /** All headers by their names in lowercase; repeated ones are lists. Text is UTF-8 where it can be, else Latin-1. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** One header, whose name is in lowercase. Repeated ones are joined, unless only the first may count. */
  readonly header: (name: string) => string | undefined
  /** The bytes of `header`, one character for each. */
  readonly headerBytes: (name: string) => string | undefined
}

export function headOf(response: IncomingMessage): ResponseHead {
  const headers: Record<string, string | readonly string[]> = {}
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    const [only = '', ...rest] = (values ?? []).map(headText)
    headers[name] = rest.length === 0 ? only : [only, ...rest]
  }
  const headerBytes = (name: string): string | undefined => {
    const value = response.headers[name]
    return typeof value === 'object' ? value.join(', ') : value
  }
  return {
    status: response.statusCode ?? 0,
    statusText: headText(response.statusMessage ?? ''),
    headers,
    header: (name) => textOf(headerBytes(name)),
    headerBytes,
  }
}

export const textOf = (bytes: string | undefined): string | undefined =>
  bytes === undefined ? undefined : headText(bytes)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const notAscii = /[\u0080-\u00ff]/

export const isAscii = (bytes: string): boolean => !notAscii.test(bytes)

/** The text of bytes of a head, which are given as one character each. Most servers send UTF-8, some Latin-1. */
export function headText(bytes: string): string {
  if (isAscii(bytes)) return bytes
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}
