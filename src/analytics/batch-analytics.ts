import { descriptorOf } from '#contract'
import type { AnalyticsType, CheckBatchAnalytics, QuickRange } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage/analytics'
import type { MetricPosition } from '#packing'
import type { Store } from '#storage/database'
import { findBatch } from './find-batch.ts'
import type { MetricGroup } from './find-metrics.ts'
import { mainMetricOf, metricsOf } from './metrics.ts'
import { requestedMetric } from './requested-metrics.ts'
import { rangeOf } from './time-range.ts'

type Named = readonly (readonly [shown: string, metric: string])[]

/** The metrics of a type with their names; those without one do not apply to it. */
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
  const { availabilityOfCheck, metricsOfCheck } = await findBatch(store, caller.accountId, {
    checks,
    range,
    positionsOf: shownPositionsOf,
  })
  return checks.map((check) => ({
    checkId: check.id,
    checkType: check.checkType,
    availability: availabilityOfCheck(check),
    ...valuesOf(check.checkType, metricsOfCheck(check)),
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

function shownPositionsOf(checkType: AnalyticsType): MetricPosition[] {
  const names = shownMetricsOf(checkType).map(([, name]) => name.slice(0, name.lastIndexOf('_')))
  return [...new Set(names)].flatMap(
    (name) => (metricsOf(checkType).get(name) ?? mainMetricOf(checkType))?.position ?? [],
  )
}
