import { timeOrderedId } from '#kernel'
import { pausedChecks } from '#management'
import { expectedAt, failingAt, firstLateAt, noticeLateRuns, withoutDeadlines } from '#schedule'
import type { HeartbeatTiming, OpenRun } from '#schedule'
import { lockLateRuns, lockOverdueTimers, moveTimer } from '#storage/checks'
import type { HeartbeatTimerRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { isReturning } from '../queue/keep-time.ts'
import { runLateMessage } from './failure-messages.ts'
import { recordEvent, recordSignal, timingOf } from './record-event.ts'
import type { HeartbeatContext } from './record-event.ts'

type Expiring = HeartbeatContext & Pick<Store, 'encryption'>

/**
 * Finds the heartbeats whose period and grace passed without a ping, and those with a run that did not end within its grace,
 * and records each as missed. Returns how many there were. `sees` is asked whether pings can arrive at all, only when one is
 * missed: while they cannot, none is.
 */
export async function expireHeartbeats(
  store: Store,
  { sees = seesAlways, ...context }: HeartbeatContext & { readonly sees?: (() => Promise<boolean>) | undefined },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    if (await isReturning(tx, context.nowMs)) return 0
    const now = new Date(context.nowMs)
    const known = { ...context, encryption: store.encryption }
    const overdue = await lockOverdueTimers(tx, now, limit)
    // The pings of those may be on their way to a service that is cut off.
    if (overdue.length > 0 && !(await sees())) return 0
    await expireAll(tx, overdue, known, recordMissed)
    const late = await lockLateRuns(tx, now, limit)
    if (late.length > 0 && !(await sees())) return overdue.length
    await expireAll(tx, late, known, recordLateRuns)
    return overdue.length + late.length
  })
}

const seesAlways = (): Promise<boolean> => Promise.resolve(true)

async function expireAll(
  tx: Queryable,
  timers: readonly HeartbeatTimerRow[],
  context: Expiring,
  record: (tx: Queryable, timer: HeartbeatTimerRow, context: Expiring) => Promise<void>,
): Promise<void> {
  if (timers.length === 0) return
  const paused = await pausedChecks(tx, timers, context.nowMs)
  for (const timer of timers)
    await (paused.has(timer.checkId) ? restartTimer(tx, timer, context.nowMs) : record(tx, timer, context))
}

/** A maintenance window that pauses a heartbeat restarts its period instead of recording a missed ping. */
const restartTimer = (tx: Queryable, timer: HeartbeatTimerRow, nowMs: number): Promise<unknown> =>
  moveTimer(tx, {
    ...timer,
    resetAt: timer.resetAt && new Date(nowMs),
    failingAt: timer.resetAt && new Date(failingAt(timingOf(timer), nowMs)),
    runs: withoutDeadlines(timer.runs),
    runLateAt: null,
  })

async function recordMissed(tx: Queryable, timer: HeartbeatTimerRow, context: Expiring): Promise<void> {
  const settings = timingOf(timer)
  // Of several periods missed while the service was stopped only the last counts, like the ticks of other checks.
  await fail(tx, timer, { atMs: lastMissedMark(timer, settings, context.nowMs), runs: timer.runs })
  const latenessMs = Math.max(0, context.nowMs - expectedAt(settings, timer.resetAt?.getTime() ?? context.nowMs))
  const id = timeOrderedId(context.nowMs)
  await recordEvent(tx, { id, timer, state: 'FAILING', latenessMs, error: null, ...fromNobody }, context)
}

const fromNobody = { source: '', userAgent: '' } as const

/** A run that is late counts like a missed ping: the period restarts at the time at which it should have ended. */
async function recordLateRuns(tx: Queryable, timer: HeartbeatTimerRow, context: Expiring): Promise<void> {
  const { graceMs } = timer
  const { late, runs } = noticeLateRuns(timer.runs, { at: context.nowMs, graceMs })
  const last = late.at(-1)
  const lateAt = last?.lateAt ?? null
  // The grace became longer after the run had started, or the job is known to fail: one failure is told once.
  if (last === undefined || lateAt === null || timer.isFailing)
    return void (await moveTimer(tx, { ...timer, runs, runLateAt: dateOf(firstLateAt(runs)) }))
  await fail(tx, timer, { atMs: lateAt, runs })
  const id = timeOrderedId(context.nowMs)
  const error = runLateMessage({ startedAt: last.startedAt, graceMs })
  const facts = { kind: 'late', runId: last.id, exitStatus: null, durationMs: null } as const
  const overlapping = timer.runs.length - 1
  await recordSignal(tx, { ...facts, overlapping, id, timer, error, body: null, atMs: context.nowMs, ...fromNobody })
  const latenessMs = Math.max(0, context.nowMs - lateAt)
  await recordEvent(tx, { id, timer, state: 'FAILING', latenessMs, error, ...fromNobody }, context)
}

const fail = (
  tx: Queryable,
  timer: HeartbeatTimerRow,
  { atMs, runs }: { readonly atMs: number; readonly runs: readonly OpenRun[] },
): Promise<unknown> =>
  moveTimer(tx, {
    checkId: timer.checkId,
    resetAt: new Date(atMs),
    isFailing: true,
    failingAt: new Date(failingAt(timingOf(timer), atMs)),
    runs,
    runLateAt: dateOf(firstLateAt(runs)),
  })

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** No schedule is due more often within the time that a service may be away unnoticed. */
const marksMax = 100

function lastMissedMark(timer: HeartbeatTimerRow, settings: HeartbeatTiming, nowMs: number): number {
  let mark = timer.failingAt?.getTime() ?? nowMs
  if (!settings.schedule) {
    const cycle = failingAt(settings, 0)
    return mark + Math.floor(Math.max(0, nowMs - mark) / cycle) * cycle
  }
  for (let count = 0; count < marksMax; count += 1) {
    const next = failingAt(settings, mark)
    if (next > nowMs) return mark
    mark = next
  }
  return nowMs
}
