import { invariant } from '#kernel'

/** Reads the columns of a pack one after the other. Throws behind the end, so that a pack cut short is no answer. */
export class PackReader {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#offset]
    invariant(byte !== undefined, 'a pack has all of its columns')
    this.#offset += 1
    return byte
  }

  /** Whole numbers of 7 bits a byte, low ones first. */
  varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }

  /** Float64, little-endian. */
  float(): number {
    return this.#next(8).readDoubleLE(0)
  }

  hex(bytes: number): string {
    return this.#next(bytes).toString('hex')
  }

  text(bytes: number): string {
    return this.#next(bytes).toString('utf8')
  }

  #next(size: number): Buffer {
    const bytes = this.#bytes.subarray(this.#offset, this.#offset + size)
    invariant(bytes.length === size, 'a pack has all of its columns')
    this.#offset += size
    return bytes
  }
}
