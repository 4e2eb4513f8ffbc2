const chunkBytes = 262_144
/** Bytes that a character of a string can take in UTF-8. */
const maxBytes = 3
/** Of a number that a float64 holds exactly. */
const maxDigits = 16
const [zero, newline] = [0x30, 0x0a]
const nothing = new Uint8Array(0)

/** Text that grows at its end, in UTF-8 and in chunks: pages have hundreds of thousands of lines that begin alike. */
export class StringBuilder {
  readonly #full: Buffer[] = []
  #bytes = Buffer.alloc(0)
  #size = 0

  write(text: string): void {
    this.#reserve(maxBytes * text.length)
    this.#size += this.#bytes.write(text, this.#size)
  }

  /** One line for each ending, with a whole number behind it that is not negative. */
  writeLines(beginning: string, endings: readonly Uint8Array[], numbers: ArrayLike<number>): void {
    const room = endings.reduce((sum, ending) => sum + ending.length + maxDigits + 1, 0)
    this.#reserve(room + maxBytes * beginning.length * endings.length)
    const bytes = this.#bytes
    const from = this.#size
    const length = bytes.write(beginning, from)
    let size = from
    for (let line = 0; line < endings.length; line += 1) {
      if (size > from) bytes.copyWithin(size, from, from + length)
      size = appended(bytes, size + length, endings[line] ?? nothing)
      size = numbered(bytes, size, numbers[line] ?? 0)
      bytes[size] = newline
      size += 1
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

/** Byte by byte: `set` costs more than the few bytes of an ending. */
function appended(bytes: Buffer, at: number, more: Uint8Array): number {
  for (let index = 0; index < more.length; index += 1) bytes[at + index] = more[index] ?? 0
  return at + more.length
}

function numbered(bytes: Buffer, at: number, value: number): number {
  let end = at + 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1
  let rest = value
  for (let index = end - 1; index >= at; index -= 1) {
    bytes[index] = zero + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end
}
