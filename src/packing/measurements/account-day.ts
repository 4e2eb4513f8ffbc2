import { ByteReader } from '../bytes/byte-reader.ts'
import type { DecodedDistribution, EncodableDistribution } from './histogram-encoding.ts'
import { floats, unzigzag, varints, zigzag } from '../bytes/number-encoding.ts'
import { viewOf } from '../bytes/view-of.ts'

/** How often a check ran, and what is shown of its main metric. Without values the last three are 0. */
export interface DaySummary {
  readonly results: number
  readonly failures: number
  /** How many results measured the metric. */
  readonly size: number
  readonly total: number
  readonly p95: number
  readonly p99: number
}

const summaryNumbers = 6

/** Six float64 for each check, little-endian. */
export const encodeSummaries = (summaries: readonly DaySummary[]): Buffer =>
  floats(
    summaries.flatMap(({ results, failures, size, total, p95, p99 }) => [results, failures, size, total, p95, p99]),
  )

/** Reads the summary of a check from packed ones; checks are counted from 0. */
export function summaryReader(bytes: Buffer): (check: number) => DaySummary {
  const view = viewOf(bytes)
  return (check) => {
    const offset = 8 * summaryNumbers * check
    return {
      results: view.getFloat64(offset, true),
      failures: view.getFloat64(offset + 8, true),
      size: view.getFloat64(offset + 16, true),
      total: view.getFloat64(offset + 24, true),
      p95: view.getFloat64(offset + 32, true),
      p99: view.getFloat64(offset + 40, true),
    }
  }
}

/** How often a check ran in some time, and the values of its main metric. */
export interface CheckDay<Distribution> {
  results: number
  failures: number
  readonly distribution: Distribution
}

/**
 * Days of checks one after the other: results, failures, values, their sum, smallest and largest, how many bins are in
 * use, the first of them, and the counts of this and those that follow. 0 and a number leave so many bins out. It takes
 * half of the room of encoded distributions, and days of all checks are read together.
 */
export const encodeDays = (days: readonly CheckDay<EncodableDistribution>[]): Buffer =>
  Buffer.concat(days.map(encodeDay))

function encodeDay({ results, failures, distribution }: CheckDay<EncodableDistribution>): Buffer {
  const { size, total, smallest, largest } = distribution
  const counts: number[] = []
  let [used, next] = [0, 0]
  distribution.bins().each((bin, count) => {
    if (used === 0) counts.push(zigzag(bin))
    else if (bin > next) counts.push(0, bin - next)
    counts.push(count)
    used += 1
    next = bin + 1
  })
  return Buffer.concat([
    varints([results, failures, size]),
    floats(size === 0 ? [] : [total, smallest, largest]),
    varints([used, ...counts]),
  ])
}

/** Reads encoded days one after the other. The sum of squares is not kept. */
export class DayReader extends ByteReader {
  /** Nothing leaves the next one out. */
  addNextTo(into: CheckDay<DecodedDistribution> | undefined): void {
    const [results, failures, size] = [this.varint(), this.varint(), this.varint()]
    const [total, smallest, largest] = size === 0 ? [0, 0, 0] : [this.float(), this.float(), this.float()]
    if (into) {
      into.results += results
      into.failures += failures
    }
    const bins = size === 0 ? undefined : into?.distribution.addSums({ size, total, squares: 0, smallest, largest })
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
