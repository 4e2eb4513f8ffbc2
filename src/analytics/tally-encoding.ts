import { ByteReader } from './byte-reader.ts'
import type { Tally } from './tally.ts'

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

/** Small numbers of both signs as small numbers. */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
export const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

export function floats(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 8 * index)
  return bytes
}

export function varints(values: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Reads encoded tallies one after the other, each into a tally of the caller. */
export class TallyReader extends ByteReader {
  addNextTo(tally: Tally): void {
    const size = this.varint()
    if (size <= mostValues) {
      for (let left = size; left > 0; left -= 1) tally.addValue(this.float())
      return
    }
    const [total, squares, smallest, largest] = [this.float(), this.float(), this.float(), this.float()]
    const bins = tally.addSums({ size, total, squares, smallest, largest })
    let bin = 0
    for (let left = this.varint(); left > 0; left -= 1) {
      bin += unzigzag(this.varint())
      bins.add(bin, this.varint())
    }
  }

  /** Leaves one out. */
  skip(): void {
    const size = this.varint()
    const floatsLeft = size <= mostValues ? size : sums
    for (let left = floatsLeft; left > 0; left -= 1) this.float()
    if (size > mostValues) for (let left = 2 * this.varint(); left > 0; left -= 1) this.varint()
  }
}
