import { Tally } from './tally.ts'

/**
 * Tallies one after the other. Each is a count; up to four values follow as they are, more of them as total, squares,
 * smallest, largest, the number of bins, and each bin as its distance from the one before and its count. Numbers that
 * are counted are varints of 7 bits, low ones first; the others are float64, little end first.
 */
export function encodeTallies(tallies: readonly Tally[]): Buffer {
  return Buffer.concat(tallies.map(encodeTally))
}

const mostValues = 4
/** Floats of a tally that does not hold its values. */
const sums = 4

function encodeTally(tally: Tally): Buffer {
  const values = tally.size <= mostValues ? tally.values() : null
  if (values !== null) return Buffer.concat([varints([tally.size]), floats(values.flatMap((some) => [...some]))])
  const steps: number[] = []
  let before = 0
  tally.bins().each((bin, count) => {
    steps.push(zigzag(bin - before), count)
    before = bin
  })
  const totals = [tally.total, tally.squares, tally.smallest, tally.largest]
  return Buffer.concat([varints([tally.size]), floats(totals), varints([steps.length / 2, ...steps])])
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

function floats(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 8 * index)
  return bytes
}

function varints(values: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Reads encoded tallies one after the other, each into a tally of the caller. */
export class TallyReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #place = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  addNextTo(tally: Tally): void {
    const size = this.#varint()
    if (size <= mostValues) {
      for (let left = size; left > 0; left -= 1) tally.addValue(this.#float())
      return
    }
    const [total, squares, smallest, largest] = [this.#float(), this.#float(), this.#float(), this.#float()]
    const bins = tally.addSums({ size, total, squares, smallest, largest })
    let bin = 0
    for (let left = this.#varint(); left > 0; left -= 1) {
      const step = this.#varint()
      bin += step % 2 === 1 ? -(step + 1) / 2 : step / 2
      bins.add(bin, this.#varint())
    }
  }

  /** Leaves one out. */
  skip(): void {
    const size = this.#varint()
    this.#place += 8 * (size <= mostValues ? size : sums)
    if (size > mostValues) for (let left = 2 * this.#varint(); left > 0; left -= 1) this.#varint()
  }

  #float(): number {
    const value = this.#view.getFloat64(this.#place, true)
    this.#place += 8
    return value
  }

  #varint(): number {
    const first = this.#bytes[this.#place] ?? 0
    this.#place += 1
    return first < 128 ? first : this.#longer(first % 128)
  }

  #longer(low: number): number {
    let value = low
    for (let scale = 128; ; scale *= 128) {
      const byte = this.#bytes[this.#place] ?? 0
      this.#place += 1
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
}
