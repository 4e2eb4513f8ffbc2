import { headText, isAscii, textOf } from './response-head.ts'
import type { ResponseHead } from './response-head.ts'

/**
 * A parser for whole responses of the ordinary form. Whatever it does not know exactly is `unusual`: Node's parser then
 * reads the same bytes. It accepts nothing that Node's parser reads in another way.
 */

/** How a body ends: there is none, after so many bytes, with an empty chunk, or with the connection. */
export type Framing = { readonly length: number } | 'chunked' | 'close'

export interface PlainHead extends ResponseHead {
  readonly bodyStart: number
  readonly framing: Framing
}

export type Unusual = 'unusual'

const maxHeadBytes = 16 * 1024
const maxHeaders = 100
const endOfHead = Buffer.from('\r\n\r\n')
const statusLine = /^HTTP\/1\.[01] ([2-5]\d\d) ((?:[!-~](?:[ -~]*[!-~])?)?)$/
const headerLine =
  /^([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[!-~\u0080-\u00ff](?:[\t -~\u0080-\u00ff]*[!-~\u0080-\u00ff])?)?)[ \t]*$/
/** They ask for another protocol, or name no property of an ordinary object. */
const unusualNames = new Set(['upgrade', '__proto__'])

/** Reads the head at the beginning of what has arrived first. `isBodiless`: the request was HEAD. */
export function readPlainHead(bytes: Buffer, isBodiless: boolean): PlainHead | Unusual {
  const end = bytes.indexOf(endOfHead)
  if (end < 0 || end > maxHeadBytes) return 'unusual'
  const head = bytes.toString('latin1', 0, end)
  const lines = head.split('\r\n')
  const line = readStatusLine(lines[0])
  const headers = lines.length > maxHeaders ? null : readHeaders(lines)
  const framing = headers && framingOf(headers)
  if (!line || !headers || !framing) return 'unusual'
  const headerBytes = (name: string): string | undefined => joined(headers[name])
  return {
    status: line.status,
    statusText: headText(line.statusText),
    headers: textsOf(head, headers),
    header: (name) => textOf(headerBytes(name)),
    headerBytes,
    bodyStart: end + endOfHead.length,
    framing: isBodiless || isEmpty.has(line.status) ? nothing : framing,
  }
}

function readStatusLine(line: string | undefined): { readonly status: number; readonly statusText: string } | null {
  const [, code, statusText] = statusLine.exec(line ?? '') ?? []
  return code === undefined || statusText === undefined ? null : { status: Number(code), statusText }
}

const isEmpty: ReadonlySet<number> = new Set([204, 304])
const nothing: Framing = { length: 0 }

/** The headers as text. Few heads have anything but ASCII, and need a second object. */
function textsOf(head: string, headers: Record<string, string | string[]>): Record<string, string | string[]> {
  if (isAscii(head)) return headers
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? headText(value) : value.map(headText),
    ]),
  )
}

const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value

/** Null when a header is not of the ordinary form, or is repeated; what repetition means depends on its name. */
function readHeaders(lines: readonly string[]): Record<string, string | string[]> | null {
  const headers: Record<string, string | string[]> = {}
  for (let index = 1; index < lines.length; index += 1) {
    const [, written, value] = headerLine.exec(lines[index] ?? '') ?? []
    if (written === undefined || value === undefined) return null
    const name = written.toLowerCase()
    if (unusualNames.has(name)) return null
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (before === undefined) headers[name] = value
    else if (name === 'set-cookie') headers[name] = [before, value].flat()
    else return null
  }
  return headers
}

function framingOf(headers: Readonly<Record<string, string | readonly string[]>>): Framing | null {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return coding === 'chunked' && length === undefined ? 'chunked' : null
  if (length === undefined) return 'close'
  return typeof length === 'string' && /^\d{1,9}$/.test(length) ? { length: Number(length) } : null
}
