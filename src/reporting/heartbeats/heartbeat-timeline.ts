import type { HeartbeatTimelineResource } from '#contract'
import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import { findTimer, listHeartbeatEvents } from '#storage/checks'
import type { HeartbeatEventRow, HeartbeatTimerRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { idRangeOf, openRange } from '../time-range.ts'
import type { PeriodQuery } from './heartbeat-availability.ts'
import { assertHeartbeat } from './heartbeat-check.ts'

const usualLimit = 60

/**
 * The latest events of a heartbeat with the times at which they were due, and what is due next. Throws CHECK_NOT_FOUND,
 * CHECK_TYPE_MISMATCH and TIME_RANGE_INVALID.
 */
export async function getHeartbeatTimeline(
  store: Store,
  { accountId }: Caller,
  {
    checkId,
    limit = usualLimit,
    ...period
  }: PeriodQuery & { readonly checkId: string; readonly limit?: number | undefined },
): Promise<HeartbeatTimelineResource> {
  const range = openRange({ from: period.startTime, to: period.endTime }, ['startTime', 'endTime'])
  await assertHeartbeat(store, { accountId, checkId })
  const [timer, events] = await Promise.all([
    findTimer(store.db, accountId, checkId),
    listHeartbeatEvents(store.db, { accountId, checkId, ...idRangeOf(range), limit }),
  ])
  if (timer === null) throw new Fault('CHECK_NOT_FOUND')
  return { ...timingOf(timer), events: events.map(eventOf) }
}

const timingOf = ({ periodMs, graceMs, failingAt }: HeartbeatTimerRow): Omit<HeartbeatTimelineResource, 'events'> => ({
  periodSeconds: periodMs / secondMs,
  graceSeconds: graceMs / secondMs,
  expectedAt: failingAt && new Date(failingAt.getTime() - graceMs).toISOString(),
  failingAt: failingAt && failingAt.toISOString(),
})

const eventOf = ({
  id,
  state,
  at,
  source,
  userAgent,
  latenessMs,
}: HeartbeatEventRow): HeartbeatTimelineResource['events'][number] => ({
  id,
  state,
  timestamp: at.toISOString(),
  source: source || null,
  userAgent: userAgent || null,
  expectedAt: new Date(at.getTime() - latenessMs).toISOString(),
})
