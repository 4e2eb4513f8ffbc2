import { isInboundType } from '#contract'
import type { AnalyticsType } from '#contract'
import { countHeartbeatsInSpans } from '#storage/analytics'
import type { AnalyticsCheck } from '#storage/analytics'
import type { Store } from '#storage/database'
import type { MetricPosition } from '#packing'
import { availabilityOf } from './availability.ts'
import { findMetrics } from './find-metrics.ts'
import type { MetricGroup } from './find-metrics.ts'
import { groupByPositions } from './group-by-positions.ts'
import type { TimeRange } from './time-range.ts'

export interface Batch {
  readonly availabilityOfCheck: (check: AnalyticsCheck) => number | null
  readonly metricsOfCheck: (check: AnalyticsCheck) => MetricGroup | undefined
}

export interface BatchQuestion {
  readonly checks: readonly AnalyticsCheck[]
  readonly range: TimeRange
  /** The metrics to read of a type. */
  readonly positionsOf: (checkType: AnalyticsType) => readonly MetricPosition[]
}

/** The results of many checks over one range of time; the work is proportional to the number of checks. */
export async function findBatch(store: Store, accountId: string, question: BatchQuestion): Promise<Batch> {
  const [groups, heartbeats] = await Promise.all([
    findByPositions(store, accountId, question),
    heartbeatAvailability(store, accountId, question),
  ])
  return {
    metricsOfCheck: ({ id }) => groups.get(id),
    availabilityOfCheck: ({ id, checkType }) =>
      isInboundType(checkType) ? (heartbeats.get(id) ?? null) : availabilityOf(groups.get(id)?.counts),
  }
}

/** Checks whose metrics stand in the same columns are read together. */
async function findByPositions(
  store: Store,
  accountId: string,
  { checks, range, positionsOf }: BatchQuestion,
): Promise<Map<string, MetricGroup>> {
  const measured = checks.filter((check) => !isInboundType(check.checkType))
  const groups = groupByPositions(measured, (check) => positionsOf(check.checkType))
  const found = await Promise.all(
    groups.map(({ positions, checks: some }) => {
      const checkIds = some.map((check) => check.id)
      const query = { accountId, checkIds, positions, groupBy: null, status: null }
      return findMetrics(store, query, [{ spanIndex: 0, ...range }])
    }),
  )
  return new Map(found.flat().map((group) => [group.checkId, group]))
}

async function heartbeatAvailability(
  store: Store,
  accountId: string,
  { checks, range }: BatchQuestion,
): Promise<Map<string, number | null>> {
  const checkIds = checks.filter((check) => isInboundType(check.checkType)).map((check) => check.id)
  if (checkIds.length === 0) return new Map()
  const found = await countHeartbeatsInSpans(store.db, { accountId, checkIds, states: null }, [
    { spanIndex: 0, ...range },
  ])
  return new Map(found.map(({ checkId, size, failures }) => [checkId, availabilityOf({ results: size, failures })]))
}
