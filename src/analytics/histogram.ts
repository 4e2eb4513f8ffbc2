import type { Bins } from './bins.ts'

/** Bounds of bins grow by 2 %, so the middle of a bin is at most 1 % from every value in it. */
const growth = 1.02
const logOfGrowth = Math.log(growth)
const offset = 400

/** Values below a thousandth are 0. */
export function binOf(value: number): number {
  const size = Math.abs(value)
  if (size < 0.001) return 0
  return Math.sign(value) * (Math.ceil(Math.log(Math.min(size, 1e30)) / logOfGrowth) + offset)
}

export function valueOfBin(bin: number): number {
  if (bin === 0) return 0
  return (Math.sign(bin) * 2 * growth ** (Math.abs(bin) - offset)) / (growth + 1)
}

/**
 * Percentiles of a histogram, interpolated between neighbours as over the values themselves; each is at most 1 % off.
 * The smallest and largest value are known exactly and bound the answer.
 */
export function estimatedPercentiles(
  bins: Bins,
  shares: readonly number[],
  { size, smallest, largest }: { readonly size: number; readonly smallest: number; readonly largest: number },
): number[] {
  const valueAt = (rank: number): number => Math.min(largest, Math.max(smallest, valueOfBin(bins.binOfRank(rank))))
  return shares.map((share) => interpolated(share * (size - 1), valueAt))
}

/** The same, exactly, over all values. */
export function exactPercentiles(values: readonly Float64Array[], shares: readonly number[]): number[] {
  const sorted = new Float64Array(values.reduce((sum, some) => sum + some.length, 0))
  let place = 0
  for (const some of values) {
    sorted.set(some, place)
    place += some.length
  }
  sorted.sort()
  return shares.map((share) => interpolated(share * (sorted.length - 1), (rank) => sorted[rank] ?? 0))
}

function interpolated(rank: number, valueAtRank: (rank: number) => number): number {
  const below = valueAtRank(Math.floor(rank))
  return below + (valueAtRank(Math.ceil(rank)) - below) * (rank - Math.floor(rank))
}
