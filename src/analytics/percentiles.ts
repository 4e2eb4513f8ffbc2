import type { HistogramBins } from './histogram-bins.ts'

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
  bins: HistogramBins,
  shares: readonly number[],
  { size, smallest, largest }: { readonly size: number; readonly smallest: number; readonly largest: number },
): number[] {
  const valueAt = (rank: number): number => Math.min(largest, Math.max(smallest, valueOfBin(bins.binOfRank(rank))))
  return shares.map((share) => interpolated(share * (size - 1), valueAt))
}

/** The same, exactly, over all values; shares ascend. Changes the order of values that are in one piece. */
export function exactPercentiles(values: readonly Float64Array[], shares: readonly number[]): number[] {
  const [first = none] = values
  const all = values.length > 1 ? joined(values) : first
  let from = 0
  const valueAt = (rank: number): number => {
    moveRank(all, rank, from)
    from = rank
    return all[rank] ?? 0
  }
  return shares.map((share) => interpolated(share * (all.length - 1), valueAt))
}

const none = new Float64Array(0)

function joined(pieces: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    all.set(piece, offset)
    offset += piece.length
  }
  return all
}

/** Moves the value of a rank to its index, smaller ones before and larger ones behind it (Hoare's selection). */
function moveRank(values: Float64Array, rank: number, first: number): void {
  let [from, to] = [first, values.length - 1]
  while (from < to) {
    const cut = partition(values, from, to)
    if (rank <= cut) to = cut
    else from = cut + 1
  }
}

/** Up to the index it returns no value is larger than any behind it. */
function partition(values: Float64Array, from: number, to: number): number {
  const pivot = values[(from + to) >>> 1] ?? 0
  let [low, high] = [from, to]
  for (;;) {
    while ((values[low] ?? 0) < pivot) low += 1
    while ((values[high] ?? 0) > pivot) high -= 1
    if (low >= high) return high
    const moved = values[low] ?? 0
    values[low] = values[high] ?? 0
    values[high] = moved
    low += 1
    high -= 1
  }
}

function interpolated(rank: number, valueAtRank: (rank: number) => number): number {
  const below = valueAtRank(Math.floor(rank))
  return below + (valueAtRank(Math.ceil(rank)) - below) * (rank - Math.floor(rank))
}
