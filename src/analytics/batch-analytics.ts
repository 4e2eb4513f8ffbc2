import { descriptorOf, isInboundType } from '#contract'
import type { AnalyticsType, CheckBatchAnalytics, QuickRange } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans, findAnalyticsChecks } from '#storage'
import type { AnalyticsCheck, MetricPosition, Store } from '#storage'
import { availabilityOf } from './availability.ts'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { groupByPositions } from './group-by-positions.ts'
import { mainMetricOf, metricsOf } from './metrics.ts'
import { requestedMetric } from './requested-metrics.ts'
import { rangeOf } from './time-range.ts'
import type { TimeRange } from './time-range.ts'

type Named = readonly (readonly [shown: string, metric: string])[]

/** What is shown of a type under which name; what is not named does not apply to it. */
function shownMetricsOf(checkType: AnalyticsType): Named {
  const { main, mainMetric, listedMetrics = [] } = descriptorOf(checkType).analytics
  if (main === null || mainMetric === null) return listedMetrics
  const ofMain = ['avg', 'p50', 'p95', 'p99'].map(
    (statistic) => [`${mainMetric}_${statistic}`, `${main}_${statistic}`] as const,
  )
  return [...ofMain, ...listedMetrics]
}

/**
 * The main metrics of many checks, in the order asked for: null without data, absent where a type has no such metric.
 * Percentiles are at most 1 % off. Throws CHECK_UNKNOWN for an id that is no check of the account.
 */
export async function getChecksAnalytics(
  store: Store,
  caller: Caller,
  question: { readonly checkIds: readonly string[]; readonly quickRange: QuickRange },
): Promise<CheckBatchAnalytics[]> {
  const ids = [...new Set(question.checkIds)]
  const rows = new Map((await findAnalyticsChecks(store.db, caller.accountId, ids)).map((row) => [row.id, row]))
  const checks = ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw new Fault('CHECK_UNKNOWN', { values: { checkId: id } })
    return row
  })
  const range = rangeOf({ quickRange: question.quickRange }, caller.nowMs)
  const groups = await findByPositions(store, caller.accountId, checks, range)
  const heartbeats = await heartbeatAvailability(store, caller.accountId, checks, range)
  return checks.map((check) => ({
    checkId: check.id,
    checkType: check.checkType,
    ...(isInboundType(check.checkType)
      ? { availability: heartbeats.get(check.id) ?? null }
      : { availability: availabilityOf(groups.get(check.id)?.counts) }),
    ...valuesOf(check.checkType, groups.get(check.id)),
  }))
}

function valuesOf(checkType: AnalyticsType, group: MetricGroup | undefined) {
  const values = shownMetricsOf(checkType).map(([shown, name]) => {
    const metric = requestedMetric(checkType, name)
    return [
      shown,
      metric?.statistic ? (metric.stored?.valueOf(group?.metrics, metric.statistic) ?? null) : null,
    ] as const
  })
  return Object.fromEntries(values)
}

/** Checks whose metrics stand in the same columns are read together. */
async function findByPositions(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  range: TimeRange,
): Promise<Map<string, MetricGroup>> {
  const measured = checks.filter((check) => !isInboundType(check.checkType))
  const groups = groupByPositions(measured, (check) => positionsOf(check.checkType))
  const found = await Promise.all(
    groups.map(({ positions, checks: some }) =>
      findMetrics(
        store,
        {
          accountId,
          checkIds: some.map((check) => check.id),
          positions,
          groupBy: null,
          status: null,
        },
        [{ spanIndex: 0, ...range }],
      ),
    ),
  )
  return new Map(found.flat().map((group) => [group.checkId, group]))
}

function positionsOf(checkType: AnalyticsType): MetricPosition[] {
  const names = shownMetricsOf(checkType).map(([, name]) => name.slice(0, name.lastIndexOf('_')))
  return [...new Set(names)].flatMap(
    (name) => (metricsOf(checkType).get(name) ?? mainMetricOf(checkType))?.position ?? [],
  )
}

async function heartbeatAvailability(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  range: TimeRange,
): Promise<Map<string, number | null>> {
  const checkIds = checks.filter((check) => isInboundType(check.checkType)).map((check) => check.id)
  if (checkIds.length === 0) return new Map()
  const found = await countHeartbeatsInSpans(store.db, { accountId, checkIds, states: null }, [
    { spanIndex: 0, ...range },
  ])
  return new Map(found.map(({ checkId, size, failures }) => [checkId, availabilityOf({ results: size, failures })]))
}
