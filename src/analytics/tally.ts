import { Bins } from './bins.ts'
import { binOf, estimatedPercentiles, exactPercentiles } from './histogram.ts'

/** What is known of one metric of some results. */
export interface Figure {
  readonly size: number
  readonly failures: number
  readonly total: number
  readonly squares: number
  readonly smallest: number
  readonly largest: number
  /** p50, p90, p95 and p99. */
  readonly percentiles: readonly number[]
}

type Sums = Pick<Figure, 'size' | 'total' | 'squares' | 'smallest' | 'largest'>

const percentileShares = [0.5, 0.9, 0.95, 0.99]

/** Adds up values of one metric. Its percentiles are exact as long as it has seen every value itself. */
export class Tally implements Figure {
  size = 0
  failures = 0
  total = 0
  squares = 0
  smallest = Number.POSITIVE_INFINITY
  largest = Number.NEGATIVE_INFINITY
  readonly #values: Float64Array[] = []
  /** Of values that are not known any more; null while there are none. */
  #bins: Bins | null = null

  get percentiles(): readonly number[] {
    if (this.#bins === null) return exactPercentiles(this.#values, percentileShares)
    return estimatedPercentiles(this.bins(), percentileShares, this)
  }

  addValues(values: Float64Array): void {
    if (values.length === 0) return
    this.#values.push(values)
    this.size += values.length
    for (const value of values) {
      this.total += value
      this.squares += value * value
      if (value < this.smallest) this.smallest = value
      if (value > this.largest) this.largest = value
    }
  }

  /** Adds what is known of values that are not; answers the bins that they have to be counted in. */
  addSums(sums: Sums): Bins {
    this.#add(sums)
    return (this.#bins ??= new Bins())
  }

  #add(sums: Sums): void {
    this.size += sums.size
    this.total += sums.total
    this.squares += sums.squares
    this.smallest = Math.min(this.smallest, sums.smallest)
    this.largest = Math.max(this.largest, sums.largest)
  }

  addTally(other: Tally): void {
    this.#values.push(...other.#values)
    if (other.#bins) (this.#bins ??= new Bins()).addAll(other.#bins)
    this.#add(other)
  }

  /** All values, or null when some are not known any more. */
  values(): readonly Float64Array[] | null {
    return this.#bins === null ? this.#values : null
  }

  bins(): Bins {
    if (this.#bins && this.#values.length === 0) return this.#bins
    const all = new Bins()
    if (this.#bins) all.addAll(this.#bins)
    for (const values of this.#values) for (const value of values) all.add(binOf(value), 1)
    return all
  }
}
