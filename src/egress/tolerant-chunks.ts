import { writeReason } from '#contract/reasons'

const sizeLine = /^([\da-f]{1,13})[ \t]*(;.*)?$/i
const lineFeed = 10
const maxLineBytes = 16 * 1024
const empty = Buffer.alloc(0)

/**
 * Writes a chunked body (RFC 9112 7.1) again as a strict parser wants it: browsers also read lines without a carriage
 * return, and spaces behind sizes. What it cannot read either goes on as it is.
 */
export class TolerantChunks {
  readonly #note: (oddity: string) => void
  #line = empty
  /** Bytes left of the chunk; null in a line. */
  #left: number | null = null
  #place: 'size' | 'behind' | 'trailer' | 'over' = 'size'

  constructor(note: (oddity: string) => void) {
    this.#note = note
  }

  take(bytes: Buffer): Buffer[] {
    const written: Buffer[] = []
    for (let rest = bytes; rest.length > 0;) rest = this.#step(rest, written)
    // Each piece is an event for its reader, and a chunk may be a single byte.
    return written.length > 1 ? [Buffer.concat(written)] : written
  }

  /** The remaining bytes at the end. */
  end(): Buffer[] {
    return this.#line.length === 0 ? [] : [this.#line]
  }

  #step(bytes: Buffer, written: Buffer[]): Buffer {
    if (this.#place === 'over') return this.#pass(bytes, written)
    if (this.#left === null) return this.#takeLine(bytes, written)
    const part = bytes.subarray(0, this.#left)
    written.push(part)
    this.#left -= part.length
    if (this.#left === 0) this.#left = null
    return bytes.subarray(part.length)
  }

  #pass(bytes: Buffer, written: Buffer[]): Buffer {
    written.push(bytes)
    return empty
  }

  #takeLine(bytes: Buffer, written: Buffer[]): Buffer {
    const end = bytes.indexOf(lineFeed)
    this.#line = Buffer.concat([this.#line, end < 0 ? bytes : bytes.subarray(0, end + 1)])
    if (end < 0 && this.#line.length <= maxLineBytes) return empty
    const taken = this.#line
    this.#line = empty
    const read = end < 0 ? null : this.#read(taken.toString('latin1', 0, taken.length - 1))
    if (read === null) this.#place = 'over'
    written.push(read === null ? taken : Buffer.from(`${read}\r\n`, 'latin1'))
    return end < 0 ? empty : bytes.subarray(end + 1)
  }

  /** The line as it should be; null when it is none that may be here. */
  #read(written: string): string | null {
    const line = written.endsWith('\r') ? written.slice(0, -1) : written
    const next = this.#next(line)
    if (next !== null && line === written) this.#note(writeReason('ODD_CHUNK_LINE_ENDS'))
    return next
  }

  #next(line: string): string | null {
    if (this.#place === 'behind') {
      this.#place = 'size'
      return line === '' ? '' : null
    }
    if (this.#place === 'trailer') {
      if (line === '') this.#place = 'over'
      return line
    }
    return this.#size(line)
  }

  #size(line: string): string | null {
    const [, digits, extension = ''] = sizeLine.exec(line) ?? []
    if (digits === undefined) return null
    if (digits.length + extension.length !== line.length) this.#note(writeReason('ODD_CHUNK_SPACES'))
    const size = Number.parseInt(digits, 16)
    this.#left = size === 0 ? null : size
    this.#place = size === 0 ? 'trailer' : 'behind'
    return `${digits}${extension}`
  }
}
