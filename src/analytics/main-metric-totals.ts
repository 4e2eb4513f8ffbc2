import { CheckIdIndex, DayReader, summaryReader } from '#packing'
import type { AccountDay, Span } from '#storage/analytics'
import type { AccountQuarter, CheckDay, DaySummary } from '#packing'
import { Distribution } from './distribution.ts'

/** How often a check ran, and what its main metric was. */
export type MainMetric = DaySummary

/** The main metric of a check in the span of an index; undefined where it has no results. */
export type MainMetricAt = (checkId: string, spanIndex: number) => MainMetric | undefined

/** The same with the distribution of its main metric. */
export type MainDistribution = CheckDay<Distribution>
export type MainDistributionAt = (checkId: string, spanIndex: number) => MainDistribution | undefined

export function mainMetric({ results, failures, distribution }: MainDistribution): MainMetric {
  const { size, total } = distribution
  const [p95 = 0, p99 = 0] = size === 0 ? [] : distribution.percentilesAt(shownPercentiles)
  return { results, failures, size, total, p95, p99 }
}

const shownPercentiles = [0.95, 0.99]

type Cells<T> = readonly (T | undefined)[][]
/** For each check of a row its index among those asked for; undefined when it is not one of them. */
type CheckIndexes = readonly (number | undefined)[]
export type IndexedRow<Row> = readonly [row: Row, checkIndexes: CheckIndexes]
type Results = IndexedRow<AccountQuarter>
type Day = IndexedRow<AccountDay>

interface WholeDay {
  readonly summaryOf: (check: number) => MainMetric
  /** The position of each requested check in it; -1 where it is absent. */
  readonly indexes: Int32Array
}

/** Adds up what the rows of an account say about the checks asked for. */
export class MainMetricTotals {
  readonly #checkIds: readonly string[]
  readonly #checks: CheckIdIndex
  /** Check after check, by the indexes of spans. */
  readonly #totals: Cells<CheckDay<Distribution>>
  /** Days that are single spans, by index. They are read on demand: a report by day has thousands of them. */
  readonly #days = new Map<number, WholeDay>()
  /** Results that are not counted yet, by the index of their span. */
  readonly #rows = new Map<number, Results[]>()

  constructor(checkIds: readonly string[]) {
    this.#checkIds = checkIds
    this.#checks = new CheckIdIndex(checkIds)
    this.#totals = checkIds.map(() => [])
  }

  /** Reads what was added up; nothing is added after. */
  reader(): MainMetricAt {
    const indexOf = this.#end()
    return (checkId, spanIndex) => {
      const index = indexOf.get(checkId) ?? -1
      const total = this.#totals[index]?.[spanIndex]
      return total ? mainMetric(total) : this.#summaryOfDay(index, spanIndex)
    }
  }

  /** The same, without days that are whole spans. */
  distributionReader(): MainDistributionAt {
    const indexOf = this.#end()
    return (checkId, spanIndex) => this.#totals[indexOf.get(checkId) ?? -1]?.[spanIndex]
  }

  #end(): ReadonlyMap<string, number> {
    for (const [spanIndex, rows] of this.#rows) this.#gather(rows, spanIndex)
    this.#rows.clear()
    return new Map(this.#checkIds.map((id, index) => [id, index]))
  }

  #summaryOfDay(check: number, spanIndex: number): MainMetric | undefined {
    const day = this.#days.get(spanIndex)
    const index = day?.indexes[check] ?? -1
    return day && index >= 0 ? day.summaryOf(index) : undefined
  }

  /** Looks the checks of rows up, which follow each other. */
  withCheckIndexes<Row extends { readonly checks: Buffer | null }>(rows: readonly Row[]): IndexedRow<Row>[] {
    let checkIndexes: CheckIndexes = []
    return rows.map((row) => {
      if (row.checks !== null) checkIndexes = this.#checks.indexesIn(row.checks)
      return [row, checkIndexes]
    })
  }

  /** Results of a stretch that lies within the span. */
  addResults(row: Results, { spanIndex }: Span): void {
    const known = this.#rows.get(spanIndex)
    if (known) known.push(row)
    else this.#rows.set(spanIndex, [row])
  }

  /** Values of each check together: they came in pieces that are too small to count one by one. */
  #gather(rows: readonly Results[], spanIndex: number): void {
    const ends = new Uint32Array(this.#checkIds.length)
    for (const [quarter, checkIndexes] of rows)
      for (let index = 0; index < checkIndexes.length; index += 1) {
        const check = checkIndexes[index]
        if (check !== undefined) {
          const size = quarter.resultsOf(index)
          const into = this.#total(check, spanIndex)
          into.results += size
          into.failures += quarter.failuresOf(index)
          ends[check] = (ends[check] ?? 0) + size
        }
      }
    let end = 0
    const starts = ends.map((size) => (end += size) - size)
    const values = new Float64Array(end)
    ends.set(starts)
    for (const row of rows) copyValues(row, { values, ends })
    for (const [check, start] of starts.entries())
      if (start < (ends[check] ?? 0))
        this.#total(check, spanIndex).distribution.addValues(values.subarray(start, ends[check]))
  }

  /** Those results of a stretch that were stored within the span. */
  addCutResults([quarter, checkIndexes]: Results, span: Span): void {
    let from = 0
    for (const [index, check] of checkIndexes.entries()) {
      const to = from + quarter.resultsOf(index)
      if (check !== undefined && quarter.hasMoments)
        for (let result = from; result < to; result += 1) {
          const atMs = quarter.storedAtMs(result)
          if (atMs < span.fromMs || atMs >= span.toMs) continue
          const into = this.#total(check, span.spanIndex)
          into.results += 1
          if (quarter.isFailed(result)) into.failures += 1
          const value = quarter.valueOf(result)
          if (!Number.isNaN(value)) into.distribution.addValue(value)
        }
      from = to
    }
  }

  /** A day that is a whole span. */
  addWholeDay([{ summaries }, checkIndexes]: Day, { spanIndex }: Span): void {
    if (summaries === null) return
    const indexes = new Int32Array(this.#checkIds.length).fill(-1)
    for (const [index, check] of checkIndexes.entries()) if (check !== undefined) indexes[check] = index
    this.#days.set(spanIndex, { summaryOf: summaryReader(summaries), indexes })
  }

  /** A day that is a part of a span. */
  addDay([{ histograms }, checkIndexes]: Day, { spanIndex }: Span): void {
    if (histograms === null) return
    const reader = new DayReader(histograms)
    for (const check of checkIndexes) reader.addNextTo(check === undefined ? undefined : this.#total(check, spanIndex))
  }

  #total(check: number, spanIndex: number): CheckDay<Distribution> {
    const cells = this.#totals[check] ?? []
    return (cells[spanIndex] ??= { results: 0, failures: 0, distribution: new Distribution() })
  }
}

interface GatheredValues {
  readonly values: Float64Array
  /** Where the values of each check end. */
  readonly ends: Uint32Array
}

/** Behind what each check has already; without those that measured nothing. */
function copyValues([quarter, checkIndexes]: Results, { values, ends }: GatheredValues): void {
  let from = 0
  for (let index = 0; index < checkIndexes.length; index += 1) {
    const check = checkIndexes[index]
    const to = from + quarter.resultsOf(index)
    if (check !== undefined) ends[check] = quarter.copyValues(from, to, values, ends[check] ?? 0)
    from = to
  }
}
