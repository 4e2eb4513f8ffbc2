import { ByteReader } from '../bytes/byte-reader.ts'
import { floats, unzigzag, varints, zigzag } from '../bytes/number-encoding.ts'

/** Bins of a histogram, the smallest first. */
export interface EncodableBins {
  readonly each: (visit: (bin: number, count: number) => void) => void
}

export interface DecodedBins {
  readonly add: (bin: number, count: number) => void
}

export interface EncodedSums {
  readonly size: number
  readonly total: number
  readonly squares: number
  readonly smallest: number
  readonly largest: number
}

/** The distribution of the values of a metric, as this format can store it. */
export interface EncodableDistribution extends EncodedSums {
  /** All values; null when only the bins are known. */
  readonly values: () => readonly Float64Array[] | null
  readonly bins: () => EncodableBins
}

/** Where a decoded distribution is added to. */
export interface DecodedDistribution {
  readonly addValue: (value: number) => void
  /** Adds sums of values that are not known one by one; answers the bins that they are counted in. */
  readonly addSums: (sums: EncodedSums) => DecodedBins
}

/**
 * Distributions one after the other. Each is a count; up to four values follow as they are, more of them as total,
 * squares, smallest, largest, the number of bins, and each bin as its distance from the one before and its count.
 * Numbers that are counted are varints; the others are float64, little-endian.
 */
export const encodeDistributions = (distributions: readonly EncodableDistribution[]): Buffer =>
  Buffer.concat(distributions.map(encodeDistribution))

const maxValues = 4
/** Floats of a distribution that does not hold its values. */
const sums = 4

function encodeDistribution(distribution: EncodableDistribution): Buffer {
  const { size, total, squares, smallest, largest } = distribution
  const values = size <= maxValues ? distribution.values() : null
  if (values !== null) return Buffer.concat([varints([size]), floats(values.flatMap((some) => [...some]))])
  const steps: number[] = []
  let before = 0
  distribution.bins().each((bin, count) => {
    steps.push(zigzag(bin - before), count)
    before = bin
  })
  const totals = [total, squares, smallest, largest]
  return Buffer.concat([varints([size]), floats(totals), varints([steps.length / 2, ...steps])])
}

/** Reads encoded distributions one after the other, each into one of the caller. */
export class DistributionReader extends ByteReader {
  addNextTo(into: DecodedDistribution): void {
    const size = this.varint()
    if (size <= maxValues) {
      for (let left = size; left > 0; left -= 1) into.addValue(this.float())
      return
    }
    const [total, squares, smallest, largest] = [this.float(), this.float(), this.float(), this.float()]
    const bins = into.addSums({ size, total, squares, smallest, largest })
    let bin = 0
    for (let left = this.varint(); left > 0; left -= 1) {
      bin += unzigzag(this.varint())
      bins.add(bin, this.varint())
    }
  }

  /** Leaves one out. */
  skip(): void {
    const size = this.varint()
    const floatsLeft = size <= maxValues ? size : sums
    for (let left = floatsLeft; left > 0; left -= 1) this.float()
    if (size > maxValues) for (let left = 2 * this.varint(); left > 0; left -= 1) this.varint()
  }
}
