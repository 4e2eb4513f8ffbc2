import { analyticsTypes, isInboundType, locationOfQueue } from '#contract'
import type { CheckSeriesResource, MetricRow, SeriesBucketResource, SeriesTotalResource, Statistic } from '#contract'
import { Fault, hourMs } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans, findAnalyticsChecks, findRollupProgress } from '#storage/analytics'
import type { AnalyticsCheck, Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { intervalOf } from './interval-of-range.ts'
import { mainMetricOf, metricsOf } from './metrics.ts'
import type { StoredMetric } from './metrics.ts'
import { rangeOf } from './time-range.ts'

export interface SeriesQuestion {
  readonly checkId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** At most so many intervals. */
  readonly points: number
  readonly byLocation: boolean
}

export type CheckSeries = Omit<CheckSeriesResource, 'annotations'>

/**
 * The results of a check by interval, by default of the last 24 hours: rows, packs, hours and roll-ups alike.
 * Throws CHECK_NOT_FOUND and TIME_RANGE_INVALID.
 */
export async function getCheckSeries(store: Store, caller: Caller, question: SeriesQuestion): Promise<CheckSeries> {
  const [[check], { resultsFromMs }] = await Promise.all([
    findAnalyticsChecks(store.db, caller.accountId, [question.checkId]),
    findRollupProgress(store.db),
  ])
  if (!check) throw new Fault('CHECK_NOT_FOUND')
  const asked = rangeOf({ ...question, quickRange: 'last24Hours' }, caller.nowMs)
  // Of what lies before, nothing finer than hours is left.
  const intervalMs = intervalOf(asked, question.points, asked.fromMs < resultsFromMs ? hourMs : 0)
  const spans = spansOf(Math.floor(asked.fromMs / intervalMs), Math.ceil(asked.toMs / intervalMs), intervalMs)
  const series = isInboundType(check.checkType)
    ? await heartbeatSeries(store, caller.accountId, check, spans)
    : await measuredSeries(store, caller.accountId, check, { spans, byLocation: question.byLocation })
  return {
    checkId: check.id,
    checkType: check.checkType,
    from: instant(spans[0]?.fromMs ?? asked.fromMs),
    to: instant(spans.at(-1)?.toMs ?? asked.toMs),
    interval: intervalMs / 1000,
    ...series,
  }
}

const instant = (ms: number): string => new Date(ms).toISOString()

const spansOf = (first: number, end: number, lengthMs: number): Span[] =>
  Array.from({ length: end - first }, (_, spanIndex) => ({
    spanIndex,
    fromMs: (first + spanIndex) * lengthMs,
    toMs: (first + spanIndex + 1) * lengthMs,
  }))

type Series = Pick<CheckSeries, 'metric' | 'metrics' | 'total' | 'buckets' | 'locations'>

async function heartbeatSeries(
  { db }: Store,
  accountId: string,
  { id }: AnalyticsCheck,
  spans: readonly Span[],
): Promise<Series> {
  const counted = await countHeartbeatsInSpans(db, { accountId, checkIds: [id], states: null }, spans)
  const buckets = counted
    .toSorted((one, other) => one.spanIndex - other.spanIndex)
    .map(({ spanIndex, size, failures }) => ({
      ...nothingMeasured,
      at: instant(spans[spanIndex]?.fromMs ?? 0),
      passed: size - failures,
      failed: failures,
    }))
  const sum = (count: (bucket: SeriesBucketResource) => number): number =>
    buckets.reduce((total, bucket) => total + count(bucket), 0)
  const total = { ...nothingMeasured, passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) }
  return { metric: null, metrics: [], total, buckets, locations: [] }
}

const nothingMeasured = { degraded: 0, p50: null, p95: null, p99: null, max: null, means: [] }

async function measuredSeries(
  store: Store,
  accountId: string,
  check: AnalyticsCheck,
  { spans, byLocation }: { readonly spans: readonly Span[]; readonly byLocation: boolean },
): Promise<Series> {
  const main = mainMetricOf(check.checkType)
  const rows: readonly MetricRow[] = analyticsTypes[check.checkType].metrics
  const others = rows.flatMap((row) => {
    const stored = row.isText ? undefined : metricsOf(check.checkType).get(row.name)
    return stored === undefined || stored.isScrapedOnly || stored === main ? [] : [{ stored, isPhase: isPhase(row) }]
  })
  const shown: ShownMetrics = { main, others: others.map(({ stored }) => stored) }
  const query = {
    accountId,
    checkIds: [check.id],
    positions: [...(main ? [main] : []), ...shown.others].map(({ position }) => position),
    status: null,
  }
  const whole = [...spans, wholeOf(spans)]
  const [all, apart] = await Promise.all([
    findMetrics(store, { ...query, groupBy: null }, whole),
    byLocation ? findMetrics(store, { ...query, groupBy: 'runLocation' }, whole) : [],
  ])
  const locations = [...Map.groupBy(apart, ({ groupKey }) => groupKey)].map(([queue, groups]) => ({
    location: locationOfQueue(queue),
    ...summariesOf(groups, spans, shown),
  }))
  return {
    metric: main ? { name: main.name, label: main.label, unit: main.unit } : null,
    metrics: others.map(({ stored: { name, label, unit }, isPhase: phase }) => ({ name, label, unit, isPhase: phase })),
    ...summariesOf(all, spans, shown),
    locations: locations.toSorted((one, other) => (one.location < other.location ? -1 : 1)),
  }
}

const isPhase = ({ source }: MetricRow): boolean => Array.isArray(source) && source[0] === 'timingPhases'

interface ShownMetrics {
  readonly main: StoredMetric | undefined
  readonly others: readonly StoredMetric[]
}

/** The last group is that of the whole range. */
function summariesOf(
  groups: readonly MetricGroup[],
  spans: readonly Span[],
  shown: ShownMetrics,
): Pick<CheckSeries, 'total' | 'buckets'> {
  const sorted = groups.toSorted((one, other) => one.spanIndex - other.spanIndex)
  return {
    total: totalOf(sorted.at(-1), shown),
    buckets: sorted
      .slice(0, -1)
      .map((group) => ({ at: instant(spans[group.spanIndex]?.fromMs ?? 0), ...totalOf(group, shown) })),
  }
}

/** The range around all spans, behind them. */
const wholeOf = (spans: readonly Span[]): Span => ({
  spanIndex: spans.length,
  fromMs: spans[0]?.fromMs ?? 0,
  toMs: spans.at(-1)?.toMs ?? 0,
})

function totalOf(group: MetricGroup | undefined, { main, others }: ShownMetrics): SeriesTotalResource {
  const { results, failures, degraded } = group?.counts ?? { results: 0, failures: 0, degraded: 0 }
  return {
    passed: results - failures - degraded,
    degraded,
    failed: failures,
    ...timesOf(main, group?.metrics),
    means: others.map((metric) => metric.valueOf(group?.metrics, 'avg')),
  }
}

function timesOf(
  main: StoredMetric | undefined,
  metrics: MetricGroup['metrics'] | undefined,
): Pick<SeriesBucketResource, 'p50' | 'p95' | 'p99' | 'max'> {
  const valueOf = (statistic: Statistic): number | null => main?.valueOf(metrics, statistic) ?? null
  return { p50: valueOf('p50'), p95: valueOf('p95'), p99: valueOf('p99'), max: valueOf('max') }
}
