import type { HeartbeatAvailability } from '#contract'
import { dayMs, firstIdAt, rangeFault } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatEvents } from '#storage/checks'
import type { HeartbeatCount } from '#storage/checks'
import type { Store } from '#storage/database'
import { openRange } from '../time-range.ts'
import type { TimeRange } from '../time-range.ts'
import { assertHeartbeat } from './heartbeat-check.ts'

export interface PeriodQuery {
  /** Unix seconds or ISO 8601. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/**
 * The share of successful events in a period, by default the last 24 hours, and in the preceding one of the same
 * length. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and TIME_RANGE_INVALID.
 */
export async function getHeartbeatAvailability(
  store: Store,
  caller: Caller,
  query: PeriodQuery & { readonly checkId: string },
): Promise<HeartbeatAvailability> {
  const check = { accountId: caller.accountId, checkId: query.checkId }
  await assertHeartbeat(store, check)
  const [availability = null] = await availabilityIn(store, check, [periodOf(query, caller.nowMs)])
  return availability
}

function periodOf(query: PeriodQuery, nowMs: number): TimeRange {
  const requested = openRange({ from: query.startTime, to: query.endTime }, ['startTime', 'endTime'])
  const toMs = requested.toMs ?? nowMs + 1
  const fromMs = requested.fromMs ?? Math.max(0, toMs - dayMs)
  if (fromMs >= toMs)
    throw rangeFault('endTime must be after startTime.', {
      path: 'endTime',
      rule: 'after',
      parameters: { field: 'startTime' },
    })
  return { fromMs, toMs }
}

/** The statistics of lists and single events: the last day and the last week. */
export async function heartbeatStats(
  store: Store,
  check: { readonly accountId: string; readonly checkId: string },
  nowMs: number,
): Promise<{ last24Hours: HeartbeatAvailability; last7Days: HeartbeatAvailability }> {
  const toMs = nowMs + 1
  const periods = [dayMs, 7 * dayMs].map((lengthMs) => ({ fromMs: toMs - lengthMs, toMs }))
  const [last24Hours = null, last7Days = null] = await availabilityIn(store, check, periods)
  return { last24Hours, last7Days }
}

/** One statement for all periods, each with the preceding one. */
async function availabilityIn(
  store: Store,
  check: { readonly accountId: string; readonly checkId: string },
  periods: readonly TimeRange[],
): Promise<HeartbeatAvailability[]> {
  const ranges = periods.flatMap(({ fromMs, toMs }) => [
    { fromId: firstIdAt(fromMs), beforeId: firstIdAt(toMs) },
    { fromId: firstIdAt(2 * fromMs - toMs), beforeId: firstIdAt(fromMs) },
  ])
  const counts = await countHeartbeatEvents(store.db, check, ranges)
  return periods.map((_, index) => availabilityOf(counts[2 * index], counts[2 * index + 1]))
}

function availabilityOf(
  current: HeartbeatCount | undefined,
  previous: HeartbeatCount | undefined,
): HeartbeatAvailability {
  if (current === undefined || current.total === 0) return null
  return {
    successRatio: { previousPeriod: ratioOf(previous), currentPeriod: ratioOf(current) },
    totalEntitiesCurrentPeriod: current.total,
  }
}

/** 0 for a period without events, which the response cannot express otherwise. */
const ratioOf = (count: HeartbeatCount | undefined): number =>
  count === undefined || count.total === 0 ? 0 : (count.total - count.failing) / count.total
