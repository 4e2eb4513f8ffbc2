import { writeReason } from '#contract/reasons'
import * as zlib from 'node:zlib'
import type { Transform } from 'node:stream'
import type { LargeBody } from './large-bodies.ts'

export interface Decoded {
  readonly bytes: Buffer
  /** Whether its end is missing. */
  readonly truncated: boolean
}

export interface DecodedContent extends Decoded {
  /** How the body differs from its coding although browsers read it; each a sentence. */
  readonly oddities: readonly string[]
}

export interface DecodingLimits {
  readonly maxBytes: number
  /** Called before a large body is decoded. Decoding waits for it. */
  readonly gate: Pick<LargeBody, 'freeBytes' | 'admit'>
}

const maxCodings = 3

type Decoder = (bytes: Buffer) => Transform

const gzip: Decoder = () => zlib.createGunzip()

/** The later decoders of a list are tried when an earlier one finds that the bytes are in another format. */
const decoders: Readonly<Record<string, readonly Decoder[]>> = {
  gzip: [gzip],
  'x-gzip': [gzip],
  // Servers disagree on the format: RFC 9110 means zlib, some send the raw stream.
  deflate: [() => zlib.createInflate(), () => zlib.createInflateRaw()],
  br: [() => zlib.createBrotliDecompress()],
  zstd: [() => zlib.createZstdDecompress()],
}

const codingsOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/**
 * Decodes `content-encoding`, never producing more than `maxBytes`, whatever the size a small body claims to expand to.
 * Bodies in an unknown coding stay as they are; one that ends early is cut there, and what follows the coded bytes is
 * left out. Returns null when the body does not match the header.
 */
export async function decodeContent(
  body: Decoded,
  contentEncoding: string,
  limits: DecodingLimits,
): Promise<DecodedContent | null> {
  const codings = codingsOf(contentEncoding)
  if (codings.length > maxCodings) return null
  let decoded: DecodedContent = { ...body, oddities: [] }
  for (const coding of codings.toReversed()) {
    const known = decoders[coding]
    if (!known || decoded.bytes.length === 0) return decoded
    const next = await decodeBy(known, decoded, limits)
    if (!next) return null
    decoded = next
  }
  return decoded
}

async function decodeBy(
  known: readonly Decoder[],
  coded: DecodedContent,
  limits: DecodingLimits,
): Promise<DecodedContent | null> {
  const isGzip = known.includes(gzip)
  for (const makeDecoder of known) {
    const decoded = await decodeOnce(makeDecoder(coded.bytes), coded, limits)
    if (decoded) return decoded
  }
  return isGzip ? decodeFirstMember(coded, limits) : null
}

/** The first gzip member, followed by other bytes, for which the decoder of Node rejects everything. */
async function decodeFirstMember(coded: DecodedContent, limits: DecodingLimits): Promise<DecodedContent | null> {
  const start = endOfGzipHeader(coded.bytes)
  if (start === null) return null
  const bytes = coded.bytes.subarray(start)
  const decoded = await decodeOnce(zlib.createInflateRaw(), { ...coded, bytes }, limits)
  return decoded && { ...decoded, oddities: [...coded.oddities, gzipOddity] }
}

const gzipOddity = writeReason('ODD_BEHIND_GZIP')

/** Where the header of a gzip member ends (RFC 1952 2.3); null when there is none. */
function endOfGzipHeader(bytes: Buffer): number | null {
  if (bytes.length < 10 || bytes.readUInt16BE(0) !== 0x1f8b || bytes[2] !== 8) return null
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1
  return at + (flags & 2 ? 2 : 0)
}

/** The end of a truncated body is missing; what came before it still counts. */
function decodeOnce(
  decoder: Transform & { readonly bytesWritten?: number },
  { bytes, truncated, oddities }: DecodedContent,
  limits: DecodingLimits,
): Promise<DecodedContent | null> {
  const { maxBytes, gate } = limits
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    let isAdmitted = false
    const finish = (isCut: boolean, oddity?: string): void => {
      const decoded = Buffer.concat(chunks).subarray(0, maxBytes)
      settle({ bytes: decoded, truncated: isCut, oddities: oddity === undefined ? oddities : [...oddities, oddity] })
      decoder.destroy()
    }
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return finish(true)
      if (isAdmitted || size <= gate.freeBytes) return
      isAdmitted = true
      decoder.pause()
      void gate.admit().then(() => decoder.resume())
    })
    decoder.once('end', () => {
      const left = bytes.length - (decoder.bytesWritten ?? bytes.length)
      finish(truncated, left > 0 ? writeReason('ODD_BEHIND_BODY', { count: left }) : undefined)
    })
    decoder.on('error', (error: NodeJS.ErrnoException) => {
      if (truncated) return finish(true)
      if (error.code !== endedEarly || size === 0) return settle(null)
      finish(true, 'The coded body ends early, so that its rest is missing.')
    })
    decoder.end(bytes)
  })
}

const endedEarly = 'Z_BUF_ERROR'
