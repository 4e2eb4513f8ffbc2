/** Bytes that are written one after the other. */
export class ByteWriter {
  #bytes: Buffer
  #size = 0

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(expected)
  }

  /** Whole numbers of 7 bits a byte, low ones first. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#put(128 + (rest % 128))
    this.#put(rest)
  }

  bytes(source: Buffer, from: number, to: number): void {
    this.#reserve(to - from)
    source.copy(this.#bytes, this.#size, from, to)
    this.#size += to - from
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  #put(byte: number): void {
    this.#bytes[this.#size] = byte
    this.#size += 1
  }

  #reserve(size: number): void {
    if (this.#size + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#size + size))
    this.#bytes.copy(larger, 0, 0, this.#size)
    this.#bytes = larger
  }
}
