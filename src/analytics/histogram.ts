/** How many values lie in each bin of the database's `measurement_bin`. */
export type Histogram = ReadonlyMap<number, number>

const growth = 1.02
const offset = 400

/** The middle of a bin: at most 1 % from every value in it. */
export function valueOfBin(bin: number): number {
  if (bin === 0) return 0
  return (Math.sign(bin) * 2 * growth ** (Math.abs(bin) - offset)) / (growth + 1)
}

export function addBins(into: Map<number, number>, bins: readonly number[], counts: readonly number[]): void {
  for (const [index, bin] of bins.entries()) into.set(bin, (into.get(bin) ?? 0) + (counts[index] ?? 0))
}

/**
 * Percentiles of a histogram, interpolated between neighbours as over the values themselves; each is at most 1 % off.
 * The smallest and largest value are known exactly and bound the answer.
 */
export function percentilesOf(
  histogram: Histogram,
  shares: readonly number[],
  bounds: { readonly smallest: number; readonly largest: number },
): number[] {
  const sorted = [...histogram].toSorted(([a], [b]) => a - b)
  const size = sorted.reduce((sum, [, count]) => sum + count, 0)
  return shares.map((share) => {
    const rank = share * (size - 1)
    const below = valueAt(sorted, Math.floor(rank))
    const above = valueAt(sorted, Math.ceil(rank))
    const value = below + (above - below) * (rank - Math.floor(rank))
    return Math.min(bounds.largest, Math.max(bounds.smallest, value))
  })
}

function valueAt(sorted: readonly (readonly [number, number])[], rank: number): number {
  let seen = 0
  for (const [bin, count] of sorted) {
    seen += count
    if (seen > rank) return valueOfBin(bin)
  }
  return 0
}
