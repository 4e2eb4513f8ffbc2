import { locationOfQueue } from '#contract'
import type { AnalyticsType, CheckAnalytics } from '#contract'
import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage/analytics'
import type { AnalyticsCheck, Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { availabilityOf } from './availability.ts'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { findPoints } from './find-points.ts'
import type { Point } from './find-points.ts'
import type { MetricsQuery } from './metrics-query.ts'
import { metadataOf, metricsFault, requestedMetrics } from './requested-metrics.ts'
import type { RequestedMetric } from './requested-metrics.ts'
import { digitsOf, rounded } from './statistic.ts'
import { rangeOf } from './time-range.ts'
import type { RequestedRange, TimeRange } from './time-range.ts'

export interface CheckQuestion extends RequestedRange {
  readonly checkId: string
  /** The type of the route. */
  readonly checkType: AnalyticsType
  readonly metrics: readonly string[]
  /** Minutes. */
  readonly aggregationInterval: number | null
  readonly filterByStatus: readonly ('success' | 'failure')[]
  readonly groupBy: string | null
  readonly limit: number
  readonly page: number
}

type Row = Record<string, unknown>
type Series = CheckAnalytics['series']

/**
 * Metrics of one check. Bare names give a row for each result; names with a statistic one row, or one
 * for each interval. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH, TIME_RANGE_INVALID and PARAMETER_INVALID.
 */
export async function getCheckAnalytics(
  store: Store,
  caller: Caller,
  question: CheckQuestion,
): Promise<CheckAnalytics> {
  const check = await findCheckOfType(store, caller, question)
  const metrics = requestedMetrics(question.checkType, question.metrics)
  const range = rangeOf(question, caller.nowMs)
  const query = queryOf(caller.accountId, question, metrics)
  const arePoints = question.aggregationInterval === null && metrics.some(isBare)
  if (arePoints && metrics.some((metric) => metric.statistic !== null))
    throw metricsFault('bare names give a row for each result; ask for them and for statistics in separate calls')
  const usual = question.aggregationInterval === null ? undefined : 'avg'
  const head = { ...answerHead(check, range, question), metadata: metadataOf(metrics, usual) }
  // No run has distinguished pages yet.
  if (question.groupBy === 'pageIndex') return { ...head, series: [] }
  const reading = { query, metrics, range, question }
  return { ...head, series: await (arePoints ? pointSeries(store, reading) : summarySeries(store, reading)) }
}

const queryOf = (
  accountId: string,
  { checkId, groupBy, filterByStatus }: CheckQuestion,
  metrics: readonly RequestedMetric[],
): MetricsQuery => ({
  accountId,
  checkIds: [checkId],
  positions: [...new Set(metrics.flatMap((metric) => metric.stored?.position ?? []))],
  groupBy: groupBy === 'runLocation' || groupBy === 'statusCode' ? groupBy : null,
  status: filterByStatus.length === 1 ? (filterByStatus[0] ?? null) : null,
})

export async function findCheckOfType(
  store: Store,
  caller: Caller,
  { checkId, checkType }: { readonly checkId: string; readonly checkType: AnalyticsType },
): Promise<AnalyticsCheck> {
  const [check] = await findAnalyticsChecks(store.db, caller.accountId, [checkId])
  if (!check) throw new Fault('CHECK_NOT_FOUND')
  if (check.checkType === checkType) return check
  throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual: check.checkType, expected: checkType } })
}

export const answerHead = (
  check: AnalyticsCheck,
  range: TimeRange,
  { page, limit }: { readonly page: number; readonly limit: number },
): Omit<CheckAnalytics, 'series' | 'metadata'> => ({
  checkId: check.id,
  name: check.name,
  checkType: check.checkType,
  activated: check.activated,
  muted: check.muted,
  frequency: check.frequency,
  from: new Date(range.fromMs).toISOString(),
  to: new Date(range.toMs).toISOString(),
  tags: check.tags,
  pagination: { page, limit },
})

const isBare = (metric: RequestedMetric): boolean => metric.stored !== null && metric.statistic === null

interface Reading {
  readonly query: MetricsQuery
  readonly metrics: readonly RequestedMetric[]
  readonly range: TimeRange
  readonly question: CheckQuestion
}

async function summarySeries(store: Store, { query, metrics, range, question }: Reading): Promise<Series> {
  const spans = pageOfSpans(range, question)
  const found = await findMetrics(store, query, spans)
  const groups = Map.groupBy(found, (group) => group.groupKey)
  if (query.groupBy === null && !groups.has('')) groups.set('', [])
  return [...groups].toSorted(byKey).map(([key, items]) => {
    const named = namedKey(query.groupBy, key)
    const bySpan = new Map(items.map((group) => [group.spanIndex, group]))
    return { ...named, data: spans.map((span) => summaryRow(span, bySpan, metrics, { named, question })) }
  })
}

function summaryRow(
  span: Span,
  groups: ReadonlyMap<number, MetricGroup>,
  metrics: readonly RequestedMetric[],
  { named, question }: { named: Row; question: CheckQuestion },
): Row {
  const found = groups.get(span.spanIndex)
  const values = metrics.map((metric) => [metric.name, valueOf(metric, found)] as const)
  const start = question.aggregationInterval === null ? {} : { timestamp: new Date(span.fromMs).toISOString() }
  return { ...start, ...named, ...Object.fromEntries(values) }
}

function valueOf({ name, stored, statistic }: RequestedMetric, group: MetricGroup | undefined): number | null {
  if (stored !== null) return stored.valueOf(group?.metrics, statistic ?? 'avg')
  return name === 'availability' ? availabilityOf(group?.counts) : (group?.counts.retries ?? null)
}

/** The spans of one page: the whole range, or intervals counted from 1970 so that they stay the same from call to call. */
function pageOfSpans(range: TimeRange, { aggregationInterval, limit, page }: CheckQuestion): Span[] {
  const offset = (page - 1) * limit
  if (aggregationInterval === null) return offset > 0 ? [] : [{ spanIndex: 0, ...range }]
  const lengthMs = aggregationInterval * minuteMs
  const first = Math.floor(range.fromMs / lengthMs) + offset
  const spans = Array.from({ length: limit }, (_, index) => ({
    spanIndex: index,
    fromMs: Math.max(range.fromMs, Math.round((first + index) * lengthMs)),
    toMs: Math.min(range.toMs, Math.round((first + index + 1) * lengthMs)),
  }))
  return spans.filter((span) => span.fromMs < span.toMs)
}

async function pointSeries(store: Store, { query, metrics, range, question }: Reading): Promise<Series> {
  const { limit, page } = question
  const points = await findPoints(store, query, range, { limit, offset: (page - 1) * limit })
  const groups = Map.groupBy(points, (point) => point.groupKey)
  if (query.groupBy === null && !groups.has('')) groups.set('', [])
  return [...groups].toSorted(byKey).map(([key, items]) => {
    const named = namedKey(query.groupBy, key)
    return { ...named, data: items.map((point) => pointRow(point, named, metrics)) }
  })
}

function pointRow(point: Point, named: Row, metrics: readonly RequestedMetric[]): Row {
  const values = metrics.map(({ name, stored, unit }) => {
    if (name === 'availability') return [name, point.outcome === 'failed' ? 0 : 100] as const
    if (stored === null) return [name, point.retries] as const
    const value = point.valueOf(stored.position)
    return [name, Number.isNaN(value) ? null : rounded(value, digitsOf[unit])] as const
  })
  return { timestamp: new Date(point.atMs).toISOString(), ...named, ...Object.fromEntries(values) }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** A result without an answer has status code 0, as in its details. */
function namedKey(groupBy: MetricsQuery['groupBy'], key: string): Row {
  if (groupBy === null) return {}
  return groupBy === 'statusCode' ? { statusCode: Number(key) } : { runLocation: locationOfQueue(key) }
}
