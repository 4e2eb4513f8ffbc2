import type { HeartbeatTimelineResource } from '#contract'
import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import { findTimer, listHeartbeatEvents, listHeartbeatSignals } from '#storage/checks'
import type { HeartbeatEventRow, HeartbeatTimerRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { idRangeOf, openRange } from '../time-range.ts'
import type { PeriodQuery } from './heartbeat-availability.ts'
import { assertHeartbeat } from './heartbeat-check.ts'
import { signalOf } from './read-signal.ts'

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
  const wanted = { accountId, checkId, ...idRangeOf(range), limit }
  const [timer, events, signals] = await Promise.all([
    findTimer(store.db, accountId, checkId),
    listHeartbeatEvents(store.db, wanted),
    // A run has a start and an end.
    listHeartbeatSignals(store.db, { ...wanted, limit: 2 * limit }),
  ])
  if (timer === null) throw new Fault('CHECK_NOT_FOUND')
  return { ...timingOf(timer), events: events.map(eventOf), running: runningOf(timer), signals: signals.map(signalOf) }
}

const timingOf = ({
  schedule,
  timezone,
  periodMs,
  graceMs,
  failingAt,
}: HeartbeatTimerRow): Pick<
  HeartbeatTimelineResource,
  'schedule' | 'periodSeconds' | 'graceSeconds' | 'expectedAt' | 'failingAt'
> => ({
  schedule: schedule === null ? null : { expression: schedule, timezone },
  periodSeconds: periodMs / secondMs,
  graceSeconds: graceMs / secondMs,
  expectedAt: failingAt && new Date(failingAt.getTime() - graceMs).toISOString(),
  failingAt: failingAt && failingAt.toISOString(),
})

const runningOf = ({ runs, graceMs }: HeartbeatTimerRow): HeartbeatTimelineResource['running'] =>
  runs.map(({ id, startedAt, lateAt, state }) => ({
    runId: id,
    startedAt: new Date(startedAt).toISOString(),
    state: openRunState[state],
    lateAt: lateAt === null || graceMs === 0 ? null : new Date(Math.max(lateAt, startedAt + graceMs)).toISOString(),
  }))

const openRunState = { running: 'RUNNING', late: 'LATE', unknown: 'UNKNOWN', unmeasured: 'UNKNOWN' } as const

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
