const chunkBytes = 262_144
/** Bytes that a character of a string can take in UTF-8. */
const mostBytes = 3

/** Text that grows at its end, in UTF-8 and in chunks: pages have hundreds of thousands of lines that begin alike. */
export class GrowingText {
  readonly #full: Buffer[] = []
  #bytes = Buffer.alloc(0)
  #size = 0

  write(text: string): void {
    this.#reserve(mostBytes * text.length)
    this.#size += this.#bytes.write(text, this.#size)
  }

  /** One line for each end. */
  writeLines(beginning: string, ends: readonly string[]): void {
    const room = ends.reduce((sum, end) => sum + mostBytes * (beginning.length + end.length) + 1, 0)
    this.#reserve(room)
    const bytes = this.#bytes
    const from = this.#size
    const length = bytes.write(beginning, from)
    let size = from
    for (const end of ends) {
      if (size > from) bytes.copyWithin(size, from, from + length)
      size += length
      size += bytes.write(`${end}\n`, size)
    }
    this.#size = size
  }

  chunks(): Buffer[] {
    return [...this.#full, this.#bytes.subarray(0, this.#size)]
  }

  #reserve(room: number): void {
    if (this.#size + room <= this.#bytes.length) return
    if (this.#size > 0) this.#full.push(this.#bytes.subarray(0, this.#size))
    this.#bytes = Buffer.allocUnsafe(Math.max(chunkBytes, room))
    this.#size = 0
  }
}
