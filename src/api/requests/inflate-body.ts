import { Readable } from 'node:stream'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { CompressCallback, ZlibOptions } from 'node:zlib'
import { Fault } from '#kernel'

type Decompress = (input: Buffer, options: ZlibOptions, done: CompressCallback) => void

const codings: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (input, { maxOutputLength = 0 }, done) => brotliDecompress(input, { maxOutputLength }, done)],
])

/** A body with the length it had before decompression, for comparison with `content-length`. */
export type InflatedBody = Readable & { receivedEncodedLength: number }

/**
 * Reads a compressed body and gives it back decompressed. Neither form may be larger than `limit` bytes; throws
 * BODY_TOO_LARGE, or BODY_ENCODING_INVALID for an unknown or broken coding (RFC 9110 section 8.4).
 */
export async function inflateBody(payload: Readable, encoding: string, limit: number): Promise<InflatedBody> {
  const decompress = codings.get(encoding.trim().toLowerCase())
  const loggedEncoding = /^[\w-]{1,20}$/.test(encoding) ? encoding : 'the given encoding'
  const broken = (cause?: unknown): Fault =>
    new Fault('BODY_ENCODING_INVALID', { values: { encoding: loggedEncoding }, cause })
  if (decompress === undefined) throw broken()
  const packed = await readBounded(payload, limit)
  const body = await new Promise<Buffer>((resolve, reject) => {
    decompress(packed, { maxOutputLength: limit }, (error, result) => {
      if (error === null) return resolve(result)
      reject('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : broken(error))
    })
  })
  return Object.assign(Readable.from(partsOf(body), { objectMode: false }), { receivedEncodedLength: packed.length })
}

const partBytes = 64 * 1024

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += partBytes) yield body.subarray(at, at + partBytes)
}

export const tooLarge = (limit: number): Fault => new Fault('BODY_TOO_LARGE', { values: { limit } })

async function readBounded(payload: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // The stream must stay open when the body is too large, or the error response could not be sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks, length)
}
