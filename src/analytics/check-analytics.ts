import { locationOfQueue } from '#contract'
import type { AnalyticsType, CheckAnalytics } from '#contract'
import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage'
import type { AnalyticsCheckRow, MeasurementFilter, Span, Store } from '#storage'
import { askedMetrics, metadataOf, metricsFault } from './asked-metrics.ts'
import type { AskedMetric } from './asked-metrics.ts'
import type { FigureGroup } from './figure-groups.ts'
import { findFigures } from './figures.ts'
import { findPoints } from './points.ts'
import type { Point } from './points.ts'
import { availabilityOf, digitsOf, rounded, statisticOf } from './statistic.ts'
import type { Figure } from './tally.ts'
import { rangeOf } from './time-range.ts'
import type { AskedRange, TimeRange } from './time-range.ts'

export interface CheckQuestion extends AskedRange {
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
 * Figures of one check (semantics 10.2). Bare names give a row for each result; names with a statistic one row, or one
 * for each interval. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH, TIME_RANGE_INVALID and PARAMETER_INVALID.
 */
export async function getCheckAnalytics(
  store: Store,
  caller: Caller,
  question: CheckQuestion,
): Promise<CheckAnalytics> {
  const check = await findCheckOfType(store, caller, question)
  const metrics = askedMetrics(question.checkType, question.metrics)
  const range = rangeOf(question, caller.nowMs)
  const filter = filterOf(caller.accountId, question, metrics)
  const arePoints = question.aggregationInterval === null && metrics.some(isBare)
  if (arePoints && metrics.some((metric) => metric.statistic !== null))
    throw metricsFault('bare names give a row for each result; ask for them and for statistics in separate calls')
  const usual = question.aggregationInterval === null ? undefined : 'avg'
  const head = { ...answerHead(check, range, question), metadata: metadataOf(metrics, usual) }
  // No run has told pages apart yet.
  if (question.groupBy === 'pageIndex') return { ...head, series: [] }
  const reading = { filter, metrics, range, question }
  return { ...head, series: await (arePoints ? pointSeries(store, reading) : figureSeries(store, reading)) }
}

const filterOf = (
  accountId: string,
  { checkId, groupBy, filterByStatus }: CheckQuestion,
  metrics: readonly AskedMetric[],
): MeasurementFilter => ({
  accountId,
  checkIds: [checkId],
  columns: [...new Set(metrics.flatMap((metric) => metric.column ?? []))],
  groupBy: groupBy === 'runLocation' || groupBy === 'statusCode' ? groupBy : null,
  status: filterByStatus.length === 1 ? (filterByStatus[0] ?? null) : null,
})

export async function findCheckOfType(
  store: Store,
  caller: Caller,
  { checkId, checkType }: { readonly checkId: string; readonly checkType: AnalyticsType },
): Promise<AnalyticsCheckRow> {
  const [check] = await findAnalyticsChecks(store.db, caller.accountId, [checkId])
  if (!check) throw new Fault('CHECK_NOT_FOUND')
  if (check.checkType === checkType) return check
  throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual: check.checkType, expected: checkType } })
}

export const answerHead = (
  check: AnalyticsCheckRow,
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

const isBare = (metric: AskedMetric): boolean => metric.column !== null && metric.statistic === null

interface Reading {
  readonly filter: MeasurementFilter
  readonly metrics: readonly AskedMetric[]
  readonly range: TimeRange
  readonly question: CheckQuestion
}

async function figureSeries(store: Store, { filter, metrics, range, question }: Reading): Promise<Series> {
  const spans = pageOfSpans(range, question)
  const found = await findFigures(store, filter, spans)
  const groups = Map.groupBy(found, (group) => group.groupKey)
  if (filter.groupBy === null && !groups.has('')) groups.set('', [])
  return [...groups].toSorted(byKey).map(([key, items]) => {
    const named = namedKey(filter.groupBy, key)
    return { ...named, data: spans.map((span) => figureRow(span, items, metrics, { named, question })) }
  })
}

function figureRow(
  span: Span,
  groups: readonly FigureGroup[],
  metrics: readonly AskedMetric[],
  { named, question }: { named: Row; question: CheckQuestion },
): Row {
  const figures = groups.find((group) => group.place === span.place)?.figures
  const values = metrics.map((metric) => [metric.name, valueOf(metric, figures)] as const)
  const start = question.aggregationInterval === null ? {} : { timestamp: new Date(span.fromMs).toISOString() }
  return { ...start, ...named, ...Object.fromEntries(values) }
}

function valueOf(metric: AskedMetric, figures: ReadonlyMap<number, Figure> | undefined): number | null {
  if (metric.column !== null) return statisticOf(figures?.get(metric.column), metric.statistic ?? 'avg', metric.unit)
  const results = figures?.get(0)
  return metric.name === 'availability' ? availabilityOf(results) : (results?.total ?? null)
}

/** The spans of one page: the whole range, or intervals counted from 1970 so that they stay the same from call to call. */
function pageOfSpans(range: TimeRange, { aggregationInterval, limit, page }: CheckQuestion): Span[] {
  const offset = (page - 1) * limit
  if (aggregationInterval === null) return offset > 0 ? [] : [{ place: 0, ...range }]
  const lengthMs = aggregationInterval * minuteMs
  const first = Math.floor(range.fromMs / lengthMs) + offset
  const spans = Array.from({ length: limit }, (_, index) => ({
    place: index,
    fromMs: Math.max(range.fromMs, Math.round((first + index) * lengthMs)),
    toMs: Math.min(range.toMs, Math.round((first + index + 1) * lengthMs)),
  }))
  return spans.filter((span) => span.fromMs < span.toMs)
}

async function pointSeries(store: Store, { filter, metrics, range, question }: Reading): Promise<Series> {
  const { limit, page } = question
  const points = await findPoints(store, filter, range, { limit, offset: (page - 1) * limit })
  const groups = Map.groupBy(points, (point) => point.groupKey)
  if (filter.groupBy === null && !groups.has('')) groups.set('', [])
  return [...groups].toSorted(byKey).map(([key, items]) => {
    const named = namedKey(filter.groupBy, key)
    return { ...named, data: items.map((point) => pointRow(point, named, metrics)) }
  })
}

function pointRow(point: Point, named: Row, metrics: readonly AskedMetric[]): Row {
  const values = metrics.map(({ name, column, unit }) => {
    if (name === 'availability') return [name, point.outcome === 'failed' ? 0 : 100] as const
    if (column === null) return [name, point.retries] as const
    const value = point.valueOf(column)
    return [name, Number.isNaN(value) ? null : rounded(value, digitsOf[unit])] as const
  })
  return { timestamp: new Date(point.atMs).toISOString(), ...named, ...Object.fromEntries(values) }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** A result without an answer has status code 0, as in its details. */
function namedKey(groupBy: MeasurementFilter['groupBy'], key: string): Row {
  if (groupBy === null) return {}
  return groupBy === 'statusCode' ? { statusCode: Number(key) } : { runLocation: locationOfQueue(key) }
}
