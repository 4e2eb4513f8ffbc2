import type { MetricPosition } from '#packing'
import type { ScrapedResults } from '#storage/analytics'
import { scalesOfTypes } from './scraped-units.ts'

/** Results that have a location and a result type in common. */
interface Part {
  readonly location: string
  readonly isFinal: boolean
  readonly outcomes: ReadonlyMap<string, number>
  /** Metric after metric: how many values lie at or below each bound and above the one before, above all, their sum. */
  readonly values: Float64Array
}

type OpenPart = Omit<Part, 'outcomes'> & { readonly outcomes: Map<string, number> }

/** The parts of the counts that a page shows. */
export interface Shown {
  readonly withLocations: boolean
  readonly withAttempts: boolean
}

/** The counts of one metric. */
export interface MetricCounts {
  readonly size: number
  /** How many values lie at or below each bound, and at last how many there are; scaled by their unit. */
  readonly counts: readonly number[]
  readonly total: number
}

export interface LocationCounts {
  /** Empty when results of all locations count together. */
  readonly location: string
  readonly outcomes: ReadonlyMap<string, number>
  /** By where the metric is stored. */
  readonly metric: (position: MetricPosition) => MetricCounts
}

/** Results counted by all that a page may tell apart, so that its cost does not depend on how many there were. */
export class ScrapedCounts {
  readonly #bounds: readonly number[]
  readonly #width: number
  readonly #checks = new Map<string, Map<string, Part>>()

  /** Bounds of the histograms, the smallest first. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#width = bounds.length + 2
  }

  /** Counts results of checks that are not in it yet. */
  countResults(rows: readonly ScrapedResults[]): void {
    for (const { checkId, checkType, lines } of rows) {
      const parts = new Map<string, OpenPart>()
      const scales = scalesOfTypes.get(checkType) ?? []
      for (const line of lines.split('\n')) this.#countLine(parts, line.split('\t'), scales)
      this.#checks.set(checkId, parts)
    }
  }

  #countLine(
    parts: Map<string, OpenPart>,
    [location = '', type = '', outcome = '', measured = '']: string[],
    scales: readonly number[],
  ): void {
    const texts = measured.split(',')
    const key = `${type} ${location}`
    const part = parts.get(key) ?? {
      location,
      isFinal: type === 'FINAL',
      outcomes: new Map<string, number>(),
      // Results of an older version may have fewer values.
      values: new Float64Array(scales.length * this.#width),
    }
    parts.set(key, part)
    countOutcome(part.outcomes, outcome, 1)
    for (const [metric, text] of texts.entries())
      if (text !== '') this.#countValue(part.values, metric * this.#width, Number(text) * (scales[metric] ?? 1))
  }

  #countValue(values: Float64Array, from: number, value: number): void {
    let step = 0
    while (value > (this.#bounds[step] ?? Number.POSITIVE_INFINITY)) step += 1
    addAt(values, from + step, 1)
    addAt(values, from + this.#width - 1, value)
  }

  /** Both together; neither changes. */
  plus(other: ScrapedCounts): ScrapedCounts {
    const sum = new ScrapedCounts(this.#bounds)
    for (const [checkId, parts] of this.#checks) sum.#checks.set(checkId, parts)
    for (const [checkId, parts] of other.#checks) {
      const all = new Map(sum.#checks.get(checkId))
      for (const [key, part] of parts) {
        const known = all.get(key)
        all.set(key, known ? sumOf([known, part], part.location) : part)
      }
      sum.#checks.set(checkId, all)
    }
    return sum
  }

  /** The counts of a check, by location. */
  of(checkId: string, { withLocations, withAttempts }: Shown): LocationCounts[] {
    const shown = [...(this.#checks.get(checkId)?.values() ?? [])].filter(({ isFinal }) => isFinal || withAttempts)
    const byLocation = Map.groupBy(shown, ({ location }) => (withLocations ? location : ''))
    return [...byLocation]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([location, some]) => this.#countsOf(sumOf(some, location)))
  }

  #countsOf({ location, outcomes, values }: Part): LocationCounts {
    const metric = (position: MetricPosition): MetricCounts => {
      const last = position * this.#width - 1
      const counts: number[] = []
      let size = 0
      for (let index = last - this.#bounds.length - 1; index < last; index += 1)
        counts.push((size += values[index] ?? 0))
      return { size, counts, total: values[last] ?? 0 }
    }
    return { location, outcomes, metric }
  }
}

const countOutcome = (outcomes: Map<string, number>, outcome: string, size: number): unknown =>
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + size)

function addAt(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount
}

function sumOf(parts: readonly Part[], location: string): Part {
  const [first] = parts
  if (first && parts.length === 1) return { ...first, location }
  const values = new Float64Array(Math.max(...parts.map((part) => part.values.length)))
  const outcomes = new Map<string, number>()
  for (const part of parts) {
    for (const [outcome, size] of part.outcomes) countOutcome(outcomes, outcome, size)
    for (let index = 0; index < part.values.length; index += 1) addAt(values, index, part.values[index] ?? 0)
  }
  return { location, isFinal: first?.isFinal ?? true, outcomes, values }
}
