import type { Granularity, QuickRange, Report } from '#contract'
import { dayMs, rangeFault } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans, listAnalyticsChecks } from '#storage/analytics'
import type { AnalyticsCheck, Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { findMainMetrics } from './find-main-metrics.ts'
import type { MainMetric } from './main-metric-totals.ts'
import { mainMetricOf } from './metrics.ts'
import { rounded } from './statistic.ts'
import { calendarSpans, checkZone, rangeOf } from './time-range.ts'
import type { RequestedRange, TimeRange } from './time-range.ts'

export interface ReportQuestion extends RequestedRange {
  readonly quickRange: QuickRange
  readonly filterByTags: readonly string[]
  readonly deactivated: boolean | null
  readonly granularity: Granularity | null
  readonly timezone: string | null
}

const maxDays = 400
const maxSpans = 120

type Aggregate = NonNullable<Report['aggregate']>

/**
 * How all checks of an account did: over the whole range, or for each day, week or month of it that
 * has results. Percentiles are at most 1 % off. Throws TIME_RANGE_INVALID.
 */
export async function getReport(store: Store, caller: Caller, question: ReportQuestion): Promise<Report[]> {
  if (question.timezone !== null && question.granularity === null)
    throw rangeFault('timezone says where the spans of granularity begin; send it together with granularity.')
  const range = rangeOf(question, caller.nowMs)
  if (range.toMs - range.fromMs > maxDays * dayMs + 1) throw rangeFault(`A report covers at most ${maxDays} days.`)
  const spans = spansOf(range, question)
  const dated = spans.map((span) => ({ ...span, from: isoOf(span.fromMs), to: isoOf(span.toMs) }))
  const checks = await listAnalyticsChecks(store.db, caller.accountId, {
    tags: question.filterByTags,
    activated: question.deactivated === null ? null : !question.deactivated,
  })
  const aggregateOf = await aggregatesOf(store, caller.accountId, checks, spans)
  return checks.map((check) => {
    const head = {
      name: check.name,
      checkId: check.id,
      checkType: check.checkType,
      deactivated: !check.activated,
      tags: check.tags,
    }
    if (question.granularity !== null) return { ...head, aggregates: datedAggregates(check, dated, aggregateOf) }
    const aggregate = aggregateOf(check, 0)
    return aggregate ? { ...head, aggregate } : head
  })
}

function spansOf(range: TimeRange, { granularity, timezone }: ReportQuestion): Span[] {
  if (granularity === null) return [{ spanIndex: 0, ...range }]
  const spans = calendarSpans(range, granularity, checkZone(timezone ?? 'UTC'), maxSpans)
  return spans.map((span, spanIndex) => ({ spanIndex, ...span }))
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

type DatedSpan = Span & { readonly from: string; readonly to: string }

type AggregateOf = (check: AnalyticsCheck, spanIndex: number) => Aggregate | undefined

/** Written out: a report by day has thousands of them. */
function datedAggregates(check: AnalyticsCheck, spans: readonly DatedSpan[], aggregateOf: AggregateOf) {
  const found: NonNullable<Report['aggregates']>[number][] = []
  for (const { spanIndex, from, to } of spans) {
    const aggregate = aggregateOf(check, spanIndex)
    if (aggregate) found.push({ ...aggregate, from, to })
  }
  return found
}

async function aggregatesOf(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  spans: readonly Span[],
): Promise<AggregateOf> {
  const measured = checks.filter(isMeasured)
  const events = checks.filter((check) => !isMeasured(check))
  const [mainMetricAt, ofEvents] = await Promise.all([
    findMainMetrics(store, accountId, measured, spans),
    findEvents(store, { accountId, checkIds: events.map((check) => check.id) }, spans),
  ])
  return (check, spanIndex) => {
    if (!isMeasured(check)) return ofEvents.get(check.id)?.get(spanIndex)
    const metric = mainMetricAt(check.id, spanIndex)
    return metric && aggregateOf(metric)
  }
}

const isMeasured = (check: AnalyticsCheck): boolean => mainMetricOf(check.checkType) !== undefined

/** 0 where nothing was measured: the answer has no other way to say it. */
function aggregateOf({ results, failures, size, total, p95, p99 }: MainMetric): Aggregate {
  const successRatio = rounded((100 * (results - failures)) / results, 4)
  if (size === 0) return { successRatio, avg: 0, p95: 0, p99: 0 }
  return { successRatio, avg: rounded(total / size, 2), p95: rounded(p95, 2), p99: rounded(p99, 2) }
}

/** Heartbeats have no duration. By check and by the index of the span. */
async function findEvents(
  store: Store,
  filter: { accountId: string; checkIds: readonly string[] },
  spans: readonly Span[],
): Promise<Map<string, Map<number, Aggregate>>> {
  const found = new Map<string, Map<number, Aggregate>>()
  if (filter.checkIds.length === 0) return found
  for (const row of await countHeartbeatsInSpans(store.db, { ...filter, states: null }, spans)) {
    const successRatio = rounded((100 * (row.size - row.failures)) / row.size, 4)
    const ofCheck = found.get(row.checkId) ?? new Map<number, Aggregate>()
    found.set(row.checkId, ofCheck.set(row.spanIndex, { successRatio, avg: 0, p95: 0, p99: 0 }))
  }
  return found
}
