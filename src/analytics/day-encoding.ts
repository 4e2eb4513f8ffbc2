import { ByteReader } from './byte-reader.ts'
import type { Tally } from './tally.ts'
import { floats, unzigzag, varints, zigzag } from './tally-encoding.ts'

/** How often a check ran in some time, and the values of its main metric. */
export interface CheckTally {
  results: number
  failures: number
  readonly tally: Tally
}

/**
 * Days of checks one after the other: results, failures, values, their sum, smallest and largest, how many bins are in
 * use, the first of them, and the counts of this and those that follow. 0 and a number leave so many bins out. It takes
 * half of the room of a tally, and days of all checks are read together.
 */
export const encodeDays = (days: readonly CheckTally[]): Buffer => Buffer.concat(days.map(encodeDay))

function encodeDay({ results, failures, tally }: CheckTally): Buffer {
  const counts: number[] = []
  let [used, next] = [0, 0]
  tally.bins().each((bin, count) => {
    if (used === 0) counts.push(zigzag(bin))
    else if (bin > next) counts.push(0, bin - next)
    counts.push(count)
    used += 1
    next = bin + 1
  })
  return Buffer.concat([
    varints([results, failures, tally.size]),
    floats(tally.size === 0 ? [] : [tally.total, tally.smallest, tally.largest]),
    varints([used, ...counts]),
  ])
}

/** Reads encoded days one after the other. The sum of squares is not kept. */
export class DayReader extends ByteReader {
  /** Nothing leaves the next one out. */
  addNextTo(into: CheckTally | undefined): void {
    const [results, failures, size] = [this.varint(), this.varint(), this.varint()]
    const [total, smallest, largest] = size === 0 ? [0, 0, 0] : [this.float(), this.float(), this.float()]
    if (into) {
      into.results += results
      into.failures += failures
    }
    const bins = size === 0 ? undefined : into?.tally.addSums({ size, total, squares: 0, smallest, largest })
    const used = this.varint()
    let bin = used === 0 ? 0 : unzigzag(this.varint())
    for (let left = used; left > 0; left -= 1) {
      let count = this.varint()
      if (count === 0) {
        bin += this.varint()
        count = this.varint()
      }
      bins?.add(bin, count)
      bin += 1
    }
  }
}
