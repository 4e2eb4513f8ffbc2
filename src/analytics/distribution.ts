import { HistogramBins } from './histogram-bins.ts'
import { binOf, estimatedPercentiles, exactPercentiles } from './percentiles.ts'

/** The summary of one metric of some results. */
export interface MetricSummary {
  readonly size: number
  readonly total: number
  readonly squares: number
  readonly smallest: number
  readonly largest: number
  /** p50, p90, p95 and p99. */
  readonly percentiles: readonly number[]
}

type Sums = Pick<MetricSummary, 'size' | 'total' | 'squares' | 'smallest' | 'largest'>

const percentileShares = [0.5, 0.9, 0.95, 0.99]
/** Most distributions never have any; nothing is added to these. */
const none: Float64Array[] = []
const noneFew: number[] = []

/** Adds up values of one metric. Its percentiles are exact as long as it has seen every value itself. */
export class Distribution implements MetricSummary {
  size = 0
  total = 0
  squares = 0
  smallest = Number.POSITIVE_INFINITY
  largest = Number.NEGATIVE_INFINITY
  /** As long as every value is known. */
  #values: Float64Array[] = none
  /** Values that came one by one. */
  #few: number[] = noneFew
  /** All values, once some are not known any more; null until then. */
  #bins: HistogramBins | null = null
  #percentiles: readonly number[] | null = null

  get percentiles(): readonly number[] {
    this.#percentiles ??= this.percentilesAt(percentileShares)
    return this.#percentiles
  }

  /** Percentiles of some shares, which ascend. */
  percentilesAt(shares: readonly number[]): readonly number[] {
    return this.#bins ? estimatedPercentiles(this.#bins, shares, this) : exactPercentiles(this.#allValues(), shares)
  }

  addValues(values: Float64Array): void {
    if (values.length === 0) return
    if (this.#bins) addTo(this.#bins, values)
    else if (this.#values === none) this.#values = [values]
    else this.#values.push(values)
    this.#countAll(values)
  }

  /** Sums in variables, because fields are written to for every value. */
  #countAll(values: Float64Array): void {
    this.#percentiles = null
    let { total, squares, smallest, largest } = this
    for (const value of values) {
      total += value
      squares += value * value
      if (value < smallest) smallest = value
      if (value > largest) largest = value
    }
    this.size += values.length
    this.total = total
    this.squares = squares
    this.smallest = smallest
    this.largest = largest
  }

  addValue(value: number): void {
    if (this.#bins) this.#bins.add(binOf(value), 1)
    else if (this.#few === noneFew) this.#few = [value]
    else this.#few.push(value)
    this.#count(value)
  }

  #count(value: number): void {
    this.#percentiles = null
    this.size += 1
    this.total += value
    this.squares += value * value
    if (value < this.smallest) this.smallest = value
    if (value > this.largest) this.largest = value
  }

  /** Adds what is known of values that are not; answers the bins that they have to be counted in. */
  addSums(sums: Sums): HistogramBins {
    this.#add(sums)
    return this.#spilled()
  }

  #add(sums: Sums): void {
    this.#percentiles = null
    this.size += sums.size
    this.total += sums.total
    this.squares += sums.squares
    this.smallest = Math.min(this.smallest, sums.smallest)
    this.largest = Math.max(this.largest, sums.largest)
  }

  addDistribution(other: Distribution): void {
    this.#add(other)
    if (other.#bins) this.#spilled().addAll(other.#bins)
    else if (this.#bins) for (const values of other.#allValues()) addTo(this.#bins, values)
    else {
      this.#values = [...this.#values, ...other.#values]
      this.#few = [...this.#few, ...other.#few]
    }
  }

  /** All values, or null when some are not known any more. */
  values(): readonly Float64Array[] | null {
    return this.#bins === null ? this.#allValues() : null
  }

  bins(): HistogramBins {
    return this.#bins ?? this.#counted()
  }

  #allValues(): readonly Float64Array[] {
    return this.#few.length === 0 ? this.#values : [...this.#values, Float64Array.from(this.#few)]
  }

  /** Values are only counted from now on. */
  #spilled(): HistogramBins {
    if (this.#bins) return this.#bins
    this.#bins = this.#counted()
    this.#values = none
    this.#few = noneFew
    return this.#bins
  }

  #counted(): HistogramBins {
    const bins = new HistogramBins()
    for (const values of this.#allValues()) addTo(bins, values)
    return bins
  }
}

function addTo(bins: HistogramBins, values: Float64Array): void {
  for (const value of values) bins.add(binOf(value), 1)
}
