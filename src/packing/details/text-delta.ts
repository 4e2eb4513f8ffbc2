import { invariant } from '#kernel'
import { unzigzag, zigzag } from '../bytes/number-encoding.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'

/** Shorter copies cost as much as what they copy. */
const [shortest, shortestAligned] = [6, 3]
const hashBits = 12
const places = new Int32Array(2 ** hashBits)

/**
 * A text in terms of another: new bytes and copies, alternating. Each copy says its length and how far its
 * beginning is from where the base would go on.
 */
export function encodeDelta(base: Buffer, text: Buffer): Buffer {
  indexPlaces(base)
  const writer = new ByteWriter(64)
  let [written, from, ahead] = [0, 0, 0]
  for (let at = 0; at < text.length;) {
    const found = findCopy(base, text, at, ahead + at - written)
    if (found.length === 0) {
      at += 1
      continue
    }
    from = ahead + at - written
    writer.varint(at - written)
    writer.bytes(text, written, at)
    writer.varint(found.length)
    writer.varint(zigzag(found.from - from))
    at += found.length
    written = at
    ahead = found.from + found.length
  }
  writer.varint(text.length - written)
  writer.bytes(text, written, text.length)
  return writer.written()
}

interface Copy {
  readonly from: number
  readonly length: number
}

const none: Copy = { from: 0, length: 0 }

/** Where the base goes on, or else wherever the next bytes are in it. */
function findCopy(base: Buffer, text: Buffer, at: number, aligned: number): Copy {
  const length = sameLength(base, aligned, text, at)
  if (length >= shortestAligned) return { from: aligned, length }
  if (at + shortest > text.length) return none
  const from = (places[hashAt(text, at)] ?? 0) - 1
  const other = from < 0 ? 0 : sameLength(base, from, text, at)
  return other >= shortest ? { from, length: other } : none
}

function sameLength(base: Buffer, from: number, text: Buffer, at: number): number {
  const limit = Math.min(base.length - from, text.length - at)
  let length = 0
  while (length < limit && base[from + length] === text[at + length]) length += 1
  return length
}

function indexPlaces(base: Buffer): void {
  places.fill(0)
  for (let at = 0; at + shortest <= base.length; at += 1) places[hashAt(base, at)] = at + 1
}

/** Of the four bytes at a place. */
const hashAt = (bytes: Buffer, at: number): number => Math.imul(bytes.readUInt32LE(at), 0x9e37_79b1) >>> (32 - hashBits)

/** Throws when the delta is not one of this base. */
export function decodeDelta(base: Buffer, delta: Buffer): Buffer {
  const parts: Buffer[] = []
  let [offset, ahead] = [0, 0]
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[offset]
      invariant(byte !== undefined, 'a delta has all of its parts')
      offset += 1
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
  for (;;) {
    const own = varint()
    parts.push(delta.subarray(offset, offset + own))
    offset += own
    if (offset >= delta.length) return Buffer.concat(parts)
    const length = varint()
    const from = ahead + own + unzigzag(varint())
    parts.push(base.subarray(from, from + length))
    ahead = from + length
  }
}
