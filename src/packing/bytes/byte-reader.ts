import { viewOf } from './view-of.ts'

/** Reads numbers one after the other: varints of 7 bits, low ones first, and float64, little-endian. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
  }

  float(): number {
    const value = this.#view.getFloat64(this.#offset, true)
    this.#offset += 8
    return value
  }

  varint(): number {
    const first = this.#bytes[this.#offset] ?? 0
    this.#offset += 1
    return first < 128 ? first : this.#longer(first % 128)
  }

  #longer(low: number): number {
    let value = low
    for (let scale = 128; ; scale *= 128) {
      const byte = this.#bytes[this.#offset] ?? 0
      this.#offset += 1
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
}
