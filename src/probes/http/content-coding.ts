import * as zlib from 'node:zlib'
import type { Transform } from 'node:stream'
import type { LargeBody } from './large-bodies.ts'

export interface Decoded {
  readonly bytes: Buffer
  /** Whether its end is missing. */
  readonly truncated: boolean
}

export interface DecodingLimits {
  readonly maxBytes: number
  /** Called before a large body is decoded. Decoding waits for it. */
  readonly gate: Pick<LargeBody, 'freeBytes' | 'admit'>
}

const maxCodings = 3

const decoders: Readonly<Record<string, (bytes: Buffer) => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: (bytes) => (isZlib(bytes) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
}

/** Servers disagree on what `deflate` is: RFC 9110 means the zlib format, some send the bare stream. */
const isZlib = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8

const codingsOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/**
 * Decodes `content-encoding`, never producing more than `maxBytes`, whatever the size a small body claims to expand to.
 * Bodies in an unknown coding stay as they are. Returns null when the body does not match the header.
 */
export async function decodeContent(
  body: Decoded,
  contentEncoding: string,
  limits: DecodingLimits,
): Promise<Decoded | null> {
  const codings = codingsOf(contentEncoding)
  if (codings.length > maxCodings) return null
  let decoded = body
  for (const coding of codings.toReversed()) {
    const makeDecoder = decoders[coding]
    if (!makeDecoder || decoded.bytes.length === 0) return decoded
    const next = await decodeOnce(makeDecoder(decoded.bytes), decoded, limits)
    if (!next) return null
    decoded = next
  }
  return decoded
}

/** The end of a truncated body is missing; what came before it still counts. */
function decodeOnce(
  decoder: Transform,
  { bytes, truncated }: Decoded,
  limits: DecodingLimits,
): Promise<Decoded | null> {
  const { maxBytes, gate } = limits
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    let isAdmitted = false
    const finish = (isCut: boolean): void => {
      settle({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), truncated: isCut })
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
    decoder.once('end', () => finish(truncated))
    decoder.on('error', () => (truncated ? finish(true) : settle(null)))
    decoder.end(bytes)
  })
}
