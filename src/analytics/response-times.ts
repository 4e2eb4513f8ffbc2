import { minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage/analytics'
import type { AnalyticsCheck } from '#storage/analytics'
import type { Store } from '#storage/database'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { groupByPositions } from './group-by-positions.ts'
import { mainMetricOf } from './metrics.ts'

const pointMs = 30 * minuteMs
const points = 48

/** The response times of a check over the past 24 hours, in milliseconds. */
export interface ResponseTimes {
  /** The medians of half an hour each, oldest first; the last one has just begun. Null without results. */
  readonly medians: readonly (number | null)[]
  /** Over all of it; null without results. */
  readonly p50: number | null
  readonly p95: number | null
}

/**
 * By check, for many checks at once; the number of statements does not depend on how many there are. Checks without response
 * times and those of others are left out.
 */
export async function getResponseTimes(
  store: Store,
  { accountId, nowMs }: Pick<Caller, 'accountId' | 'nowMs'>,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, ResponseTimes>> {
  if (checkIds.length === 0) return new Map()
  const checks = await findAnalyticsChecks(store.db, accountId, checkIds)
  const groups = groupByPositions(checks, ({ checkType }) => {
    const main = mainMetricOf(checkType)
    return main?.unit === 'milliseconds' ? [main.position] : []
  })
  const found = await Promise.all(
    groups.map(async ({ positions, checks: some }) => {
      if (positions.length === 0) return []
      const query = { accountId, checkIds: some.map(({ id }) => id), positions, groupBy: null, status: null }
      const ofChecks = Map.groupBy(await findMetrics(store, query, spansUntil(nowMs)), ({ checkId }) => checkId)
      return some.map((check) => [check.id, timesOf(check, ofChecks.get(check.id) ?? [])] as const)
    }),
  )
  return new Map(found.flat())
}

/** The points, and all of the time behind them. */
function spansUntil(nowMs: number) {
  const endMs = (Math.floor(nowMs / pointMs) + 1) * pointMs
  const startMs = endMs - points * pointMs
  const each = Array.from({ length: points }, (_, spanIndex) => ({
    spanIndex,
    fromMs: startMs + spanIndex * pointMs,
    toMs: startMs + (spanIndex + 1) * pointMs,
  }))
  return [...each, { spanIndex: points, fromMs: startMs, toMs: endMs }]
}

function timesOf({ checkType }: AnalyticsCheck, groups: readonly MetricGroup[]): ResponseTimes {
  const main = mainMetricOf(checkType)
  const bySpan = new Map(groups.map((group) => [group.spanIndex, group]))
  const valueAt = (index: number, statistic: 'p50' | 'p95'): number | null =>
    main?.valueOf(bySpan.get(index)?.metrics, statistic) ?? null
  return {
    medians: Array.from({ length: points }, (_, index) => valueAt(index, 'p50')),
    p50: valueAt(points, 'p50'),
    p95: valueAt(points, 'p95'),
  }
}
