import { DistributionReader, PackedValues } from '#packing'
import type { JoinedMetrics, SeriesInSpans, Span } from '#storage/analytics'
import type { MetricPosition, PackedHour, Series } from '#packing'
import { hourMs } from '#kernel'
import { Distribution } from './distribution.ts'
import type { MetricsQuery } from './metrics-query.ts'

/** Results that were counted. */
export interface ResultCounts {
  readonly results: number
  readonly failures: number
  readonly degraded: number
  readonly retries: number
}

/** Metrics of one check, group and span, by where they are stored. */
export interface MetricGroup {
  readonly checkId: string
  readonly groupKey: string
  readonly spanIndex: number
  readonly counts: ResultCounts
  readonly metrics: ReadonlyMap<MetricPosition, Distribution>
}

interface OpenGroup extends MetricGroup {
  readonly counts: { results: number; failures: number; degraded: number; retries: number }
  readonly metrics: Map<MetricPosition, Distribution>
}

/** Results of one group that lie together. */
interface Run {
  readonly from: number
  to: number
}

/** Sorts what was read into the groups of a query. */
export class MetricGroups {
  readonly query: MetricsQuery
  readonly #groups = new Map<string, OpenGroup>()
  #last: OpenGroup | null = null

  constructor(query: MetricsQuery) {
    this.query = query
  }

  list(): MetricGroup[] {
    return [...this.#groups.values()]
  }

  /** Results with their times: each counts in every span that contains it. */
  addHours(hours: readonly PackedHour[], spans: readonly Span[]): void {
    const around = spansByTime(spans)
    for (const hour of hours) for (const span of around(hour.startMs)) this.#addHour(hour, span)
  }

  /** The same for hours at the edges of spans; spans around the whole hour have it from elsewhere. */
  addEdges(hours: readonly PackedHour[], spans: readonly Span[]): void {
    const around = spansByTime(spans)
    for (const hour of hours)
      for (const span of around(hour.startMs))
        if (hour.startMs < span.fromMs || span.toMs < hour.startMs + hourMs) this.#addHour(hour, span)
  }

  #addHour(hour: PackedHour, span: Span): void {
    let offset = 0
    for (const series of hour.series) {
      const found = this.#isRequested(series) ? resultsWithin(hour, span, offset, series[3]) : []
      offset += series[3]
      if (found.length === 0) continue
      const group = this.#group(hour.checkId, span.spanIndex, series)
      let retries = 0
      for (const result of found) retries += hour.retriesOf(result)
      count(group, { size: found.length, retries, outcome: series[2] })
      for (const position of this.query.positions) {
        const values = hour.valuesOf(position)
        if (values) distributionOf(group, position).addValues(values.of(found))
      }
    }
  }

  /** Results of whole spans. */
  addJoinedHours(checks: readonly JoinedMetrics[]): void {
    for (const check of checks) {
      const packed = this.query.positions.map((position) => {
        const bytes = check.bytesOf(position)
        return [position, bytes ? new PackedValues(bytes) : null] as const
      })
      for (const [group, runs] of this.#runsOf(check))
        for (const [position, values] of packed)
          if (values) distributionOf(group, position).addValues(values.ofRuns(runs))
    }
  }

  #runsOf(check: JoinedMetrics): Map<OpenGroup, Run[]> {
    const found = new Map<OpenGroup, Run[]>()
    let from = 0
    for (const one of check.series()) {
      const to = from + one[0][3]
      for (const group of this.#groupsOf(check.checkId, one)) {
        const runs = found.get(group) ?? []
        const last = runs.at(-1)
        if (last?.to === from) last.to = to
        else runs.push({ from, to })
        if (runs.length === 1) found.set(group, runs)
      }
      from = to
    }
    return found
  }

  /** The groups that one series of an hour or day belongs to, with its results counted in them. */
  #groupsOf(checkId: string, [series, spanIndexes]: SeriesInSpans): OpenGroup[] {
    if (!this.#isRequested(series)) return []
    return spanIndexes.map((spanIndex) => {
      const group = this.#group(checkId, spanIndex, series)
      count(group, { size: series[3], retries: series[4], outcome: series[2] })
      return group
    })
  }

  /** Roll-ups of whole spans. */
  addJoinedRollups(checks: readonly JoinedMetrics[]): void {
    for (const check of checks) {
      const groups = check.series().map((one) => this.#groupsOf(check.checkId, one))
      for (const position of this.query.positions) {
        const bytes = check.bytesOf(position)
        if (bytes === undefined) continue
        const reader = new DistributionReader(bytes)
        for (const some of groups) addNext(reader, some, position)
      }
    }
  }

  #isRequested([, , outcome]: Series): boolean {
    return isOfStatus(outcome, this.query.status)
  }

  #group(checkId: string, spanIndex: number, series: Series): OpenGroup {
    const groupKey = groupKeyOf(series, this.query.groupBy)
    const last = this.#last
    if (last?.checkId === checkId && last.spanIndex === spanIndex && last.groupKey === groupKey) return last
    this.#last = this.#foundOrMade(checkId, spanIndex, groupKey)
    return this.#last
  }

  #foundOrMade(checkId: string, spanIndex: number, groupKey: string): OpenGroup {
    const key = `${checkId} ${spanIndex} ${groupKey}`
    const known = this.#groups.get(key)
    if (known) return known
    const counts = { results: 0, failures: 0, degraded: 0, retries: 0 }
    const group = { checkId, groupKey, spanIndex, counts, metrics: new Map<MetricPosition, Distribution>() }
    this.#groups.set(key, group)
    return group
  }
}

export const isOfStatus = (outcome: string, status: MetricsQuery['status']): boolean =>
  status === null || (outcome === 'failed') === (status === 'failure')

export function groupKeyOf([location, statusCode]: Series, groupBy: MetricsQuery['groupBy']): string {
  if (groupBy === null) return ''
  return groupBy === 'runLocation' ? location : String(statusCode)
}

/** Which results of a series were stored within the span. */
export function resultsWithin(
  hour: PackedHour,
  { fromMs, toMs }: Pick<Span, 'fromMs' | 'toMs'>,
  offset: number,
  size: number,
): number[] {
  const found: number[] = []
  for (let result = offset; result < offset + size; result += 1) {
    const atMs = hour.storedAtMs(result)
    if (atMs >= fromMs && atMs < toMs) found.push(result)
  }
  return found
}

/** Spans that the hour from a moment on touches, remembered because many rows begin together. */
function spansByTime(spans: readonly Span[]): (ms: number) => readonly Span[] {
  const known = new Map<number, readonly Span[]>()
  return (ms) => {
    const found = known.get(ms) ?? spans.filter((span) => span.fromMs < ms + hourMs && ms < span.toMs)
    known.set(ms, found)
    return found
  }
}

function count({ counts }: OpenGroup, results: { size: number; retries: number; outcome: string }): void {
  counts.results += results.size
  counts.retries += results.retries
  if (results.outcome === 'failed') counts.failures += results.size
  if (results.outcome === 'degraded') counts.degraded += results.size
}

function distributionOf({ metrics }: OpenGroup, position: MetricPosition): Distribution {
  const known = metrics.get(position)
  if (known) return known
  const distribution = new Distribution()
  metrics.set(position, distribution)
  return distribution
}

/** A value of several spans is read once. */
function addNext(reader: DistributionReader, groups: readonly OpenGroup[], position: MetricPosition): void {
  const [group] = groups
  if (group === undefined) return reader.skip()
  if (groups.length === 1) return reader.addNextTo(distributionOf(group, position))
  const distribution = new Distribution()
  reader.addNextTo(distribution)
  for (const one of groups) distributionOf(one, position).addDistribution(distribution)
}
