import { descriptorOf } from '#contract'
import type { AnalyticsType } from '#contract'
import { hourMs } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans } from '#storage/analytics'
import type { Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { availabilityOf } from './availability.ts'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { groupByPositions } from './group-by-positions.ts'
import type { OfPositions } from './group-by-positions.ts'
import { mainMetricOf, metricsOf } from './metrics.ts'
import type { StoredMetric } from './metrics.ts'

/** How far back the metrics of dashboards reach, in hours. */
export const dashboardRanges = {
  lastHour: 1,
  last3Hours: 3,
  last24Hours: 24,
  last7Days: 7 * 24,
  last30Days: 30 * 24,
} as const
export type DashboardRange = keyof typeof dashboardRanges

/** Percent and milliseconds; null without data and where a type has no such metric. */
export interface DashboardMetrics {
  readonly availability: number | null
  /** Of the response time, or of the latency. */
  readonly p95: number | null
  readonly p99: number | null
  /** Of types that lose packets. */
  readonly packetLossP95: number | null
}

export type MetricsByRange = { readonly [R in DashboardRange]: DashboardMetrics }

interface RequestedCheck {
  readonly id: string
  readonly checkType: AnalyticsType
}

const rangeNames = Object.keys(dashboardRanges) as DashboardRange[]
const noMetrics: DashboardMetrics = { availability: null, p95: null, p99: null, packetLossP95: null }

/**
 * The metrics of checks over all ranges up to now, as the analytics of many checks show them. Checks whose metrics stand
 * in the same columns are read together, so the number of statements does not depend on how many there are.
 */
export async function getDashboardMetrics(
  store: Store,
  caller: Caller,
  checks: readonly RequestedCheck[],
): Promise<Map<string, MetricsByRange>> {
  const spans = rangeNames.map((name, spanIndex) => ({
    spanIndex,
    fromMs: caller.nowMs - dashboardRanges[name] * hourMs,
    toMs: caller.nowMs + 1,
  }))
  const groups = groupByPositions(checks, ({ checkType }) => shownOf(checkType).map(({ position }) => position))
  const found = await Promise.all(
    groups.map(({ positions, checks: some }) =>
      positions.length === 0
        ? ofHeartbeats(store, caller, some, spans)
        : ofResults(store, caller, { checks: some, positions }, spans),
    ),
  )
  const known = new Map(found.flat().map((one) => [`${one.checkId} ${one.spanIndex}`, one.metrics]))
  return new Map(checks.map(({ id }) => [id, byRange((spanIndex) => known.get(`${id} ${spanIndex}`) ?? noMetrics)]))
}

interface MetricsOfSpan {
  readonly checkId: string
  readonly spanIndex: number
  readonly metrics: DashboardMetrics
}

/** Sound because every range gets its metrics. */
function byRange(metricsAt: (spanIndex: number) => DashboardMetrics): MetricsByRange {
  return Object.fromEntries(rangeNames.map((name, spanIndex) => [name, metricsAt(spanIndex)])) as MetricsByRange
}

/** The metric of the percentiles, and the one of packet loss. Empty for heartbeats. */
function shownOf(checkType: AnalyticsType): StoredMetric[] {
  const { packetLoss } = descriptorOf(checkType).analytics
  const metrics = [mainMetricOf(checkType), metricsOf(checkType).get(packetLoss ?? '')]
  return metrics.filter((metric) => metric !== undefined)
}

async function ofResults(
  store: Store,
  { accountId }: Caller,
  { checks, positions }: OfPositions<RequestedCheck>,
  spans: readonly Span[],
): Promise<MetricsOfSpan[]> {
  const shown = new Map(checks.map(({ id, checkType }) => [id, shownOf(checkType)]))
  const query = { accountId, checkIds: checks.map(({ id }) => id), positions, groupBy: null, status: null }
  const groups = await findMetrics(store, query, spans)
  return groups.map((group) => ({
    checkId: group.checkId,
    spanIndex: group.spanIndex,
    metrics: dashboardMetrics(group, shown.get(group.checkId) ?? []),
  }))
}

const dashboardMetrics = (
  { counts, metrics }: MetricGroup,
  [main, packetLoss]: readonly StoredMetric[],
): DashboardMetrics => ({
  availability: availabilityOf(counts),
  p95: main?.valueOf(metrics, 'p95') ?? null,
  p99: main?.valueOf(metrics, 'p99') ?? null,
  packetLossP95: packetLoss?.valueOf(metrics, 'p95') ?? null,
})

async function ofHeartbeats(
  store: Store,
  { accountId }: Caller,
  checks: readonly RequestedCheck[],
  spans: readonly Span[],
): Promise<MetricsOfSpan[]> {
  const filter = { accountId, checkIds: checks.map(({ id }) => id), states: null }
  const found = await countHeartbeatsInSpans(store.db, filter, spans)
  return found.map(({ checkId, spanIndex, size, failures }) => ({
    checkId,
    spanIndex,
    metrics: { ...noMetrics, availability: availabilityOf({ results: size, failures }) },
  }))
}
