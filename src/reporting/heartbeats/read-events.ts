import type { HeartbeatAvailability } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findHeartbeatEvent, listHeartbeatEvents as listStoredEvents } from '#storage/checks'
import type { HeartbeatEventRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { idRangeOf, openRange } from '../time-range.ts'
import { heartbeatStats } from './heartbeat-availability.ts'
import type { PeriodQuery } from './heartbeat-availability.ts'
import { assertHeartbeat } from './heartbeat-check.ts'

export interface HeartbeatStats {
  readonly last24Hours: HeartbeatAvailability
  readonly last7Days: HeartbeatAvailability
}

/**
 * The latest events of a heartbeat, newest first. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and TIME_RANGE_INVALID.
 */
export async function listHeartbeatEvents(
  store: Store,
  caller: Caller,
  query: PeriodQuery & { readonly checkId: string; readonly limit: number },
): Promise<{ events: HeartbeatEventRow[]; stats: HeartbeatStats }> {
  const range = openRange({ from: query.startTime, to: query.endTime }, ['startTime', 'endTime'])
  const check = { accountId: caller.accountId, checkId: query.checkId }
  await assertHeartbeat(store, check)
  const events = await listStoredEvents(store.db, {
    ...check,
    ...idRangeOf(range),
    limit: query.limit,
  })
  return { events, stats: await heartbeatStats(store, check, caller.nowMs) }
}

/** Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and HEARTBEAT_EVENT_NOT_FOUND. */
export async function getHeartbeatEvent(
  store: Store,
  caller: Caller,
  ids: { readonly checkId: string; readonly eventId: string },
): Promise<{ event: HeartbeatEventRow; stats: HeartbeatStats }> {
  const check = { accountId: caller.accountId, checkId: ids.checkId }
  await assertHeartbeat(store, check)
  const event = await findHeartbeatEvent(store.db, check.accountId, check.checkId, ids.eventId)
  if (event === null) throw new Fault('HEARTBEAT_EVENT_NOT_FOUND')
  return { event, stats: await heartbeatStats(store, check, caller.nowMs) }
}
