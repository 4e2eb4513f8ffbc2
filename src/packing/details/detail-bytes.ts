import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { invariant } from '#kernel'
import { decodeDelta, encodeDelta } from './text-delta.ts'

/** A text alone, or in terms of another one. The byte is the first of what is stored. */
const forms = { alone: 1, delta: 2 } as const
const crcBytes = 4

/** A text in one zstd frame. */
export const encodeAlone = (text: Buffer): Buffer => Buffer.concat([Buffer.of(forms.alone), zstdCompressSync(text)])

/** A text as its difference to a base, with the checksum of the text. */
export function encodeAgainst(base: Buffer, text: Buffer): Buffer {
  const head = Buffer.alloc(1 + crcBytes, forms.delta)
  head.writeUInt32LE(crc32(text), 1)
  return Buffer.concat([head, encodeDelta(base, text)])
}

/** Throws when these are no bytes of a detail, or the base is another one. */
export function decodeDetail(bytes: Buffer, base: Buffer | null): Buffer {
  if (bytes[0] === forms.alone) return zstdDecompressSync(bytes.subarray(1))
  invariant(bytes[0] === forms.delta && base !== null, `details have the form ${bytes[0]}, which needs its base`)
  const text = decodeDelta(base, bytes.subarray(1 + crcBytes))
  invariant(crc32(text) === bytes.readUInt32LE(1), 'a detail is the same when it is read from its bytes')
  return text
}
