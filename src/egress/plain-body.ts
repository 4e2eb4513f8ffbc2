import type { Ending } from './arrivals.ts'
import type { PlainHead, Unusual } from './plain-response.ts'

/** The bytes of a response that have arrived, its head included. */
export interface Received {
  readonly pieces: readonly Buffer[]
  readonly size: number
  readonly ending: Ending | null
}

type Body = readonly Buffer[] | 'incomplete' | Unusual

/** Larger responses, and those that come in more pieces, are left to Node's client. */
export const maxPlainBytes = 64 * 1024
const maxPieces = 32
const maxChunks = 1_000
const lineFeed = 10
const carriageReturn = 13
const empty = Buffer.alloc(0)

/** The pieces of a body, once all of it has arrived. */
export function readPlainBody({ framing, bodyStart }: PlainHead, received: Received): Body {
  if (received.size > maxPlainBytes || received.pieces.length > maxPieces) return 'unusual'
  if (framing === 'chunked') return whileOpen(readChunks(whole(received), bodyStart), received)
  if (framing === 'close')
    return received.ending === 'end' ? [rest(received, bodyStart)] : whileOpen('incomplete', received)
  const missing = framing.length + bodyStart - received.size
  if (missing === 0) return [rest(received, bodyStart)]
  return missing < 0 || framing.length > maxPlainBytes ? 'unusual' : whileOpen('incomplete', received)
}

/** The part of a body that has arrived, in whole chunks where it is chunked. */
export function beginningOfBody({ framing, bodyStart }: PlainHead, received: Received): Buffer {
  if (framing !== 'chunked') return rest(received, bodyStart)
  const bytes = whole(received)
  const chunks: Buffer[] = []
  for (let at = bodyStart; ;) {
    const chunk = readChunk(bytes, at)
    if (typeof chunk === 'string' || chunk.bytes.length === 0) return Buffer.concat(chunks)
    chunks.push(chunk.bytes)
    at = chunk.end
  }
}

/** An incomplete body of a connection that has ended is left to Node's client. */
const whileOpen = (body: Body, { ending }: Received): Body =>
  body === 'incomplete' && ending !== null ? 'unusual' : body

const rest = (received: Received, start: number): Buffer => whole(received).subarray(start)

function whole({ pieces }: Received): Buffer {
  const [first = empty, ...others] = pieces
  return others.length === 0 ? first : Buffer.concat(pieces)
}

function readChunks(bytes: Buffer, start: number): Body {
  const chunks: Buffer[] = []
  for (let at = start; chunks.length < maxChunks;) {
    const chunk = readChunk(bytes, at)
    if (typeof chunk === 'string') return chunk
    at = chunk.end
    if (chunk.bytes.length === 0) return at === bytes.length ? chunks : 'unusual'
    chunks.push(chunk.bytes)
  }
  return 'unusual'
}

function readChunk(bytes: Buffer, start: number): { bytes: Buffer; end: number } | 'incomplete' | Unusual {
  const lineEnd = bytes.indexOf(carriageReturn, start)
  if (lineEnd < 0) return /^[\da-f]{0,6}$/i.test(bytes.toString('latin1', start)) ? 'incomplete' : 'unusual'
  const digits = bytes.toString('latin1', start, lineEnd)
  const first = lineEnd + 2
  const last = first + Number.parseInt(digits, 16)
  if (!/^[\da-f]{1,6}$/i.test(digits) || !isLineEnd(bytes, lineEnd) || !isLineEnd(bytes, last)) return 'unusual'
  return bytes.length < last + 2 ? 'incomplete' : { bytes: bytes.subarray(first, last), end: last + 2 }
}

/** Whether a line ends here, as far as its bytes have arrived. */
const isLineEnd = (bytes: Buffer, at: number): boolean =>
  (bytes[at] ?? carriageReturn) === carriageReturn && (bytes[at + 1] ?? lineFeed) === lineFeed
