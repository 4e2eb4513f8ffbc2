import { isPrivateQueue } from '#contract'
import { writeReason } from '#contract/reasons'
import { dayMs, hourMs, minuteMs, timeOrderedId } from '#kernel'
import { insertDroppedRunsEvents } from '#storage/agents'
import { countDroppedInSamples, countDroppedRuns } from '#storage/checks'
import {
  addToCounter,
  advanceSessions,
  deleteAbandonedTasks,
  deleteOldDrills,
  deleteOldDryRuns,
  deleteOldLiveRunLogs,
  deleteOldLiveRuns,
  deleteRunTasks,
  deleteEndedUnrecordedSessions,
  deleteStrayRunOverrides,
  deleteStrayTestJobs,
  endAbandonedReports,
  endTestRuns,
  isDryRun,
  isTestRun,
  lockSessions,
  sessionsWithoutTasks,
} from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { CheckSessionRow, RunTaskRow, SessionStatus } from '#storage/runs'
import { advanceChecks, noCertificate, tickOfSession } from '#notifying'
import type { AlertContext, FinishedTick } from '#notifying'
import { endUnfinishedDryRuns } from '../dry-runs/end-dry-runs.ts'
import { storeImpliedSessions } from '../sessions/implied-sessions.ts'
import { isReturning } from './keep-time.ts'
import { leaveEndedSessions } from '../sessions/finish-ended-sessions.ts'
import { unblockRunBatches } from './run-batches.ts'
import { sampledMinute } from './sample-private-queues.ts'
import { sessionStatusOf } from '../sessions/session-status.ts'
import { storedReport } from '../sessions/stored-report.ts'

/** A task that no runner claimed for this long is dropped. */
export const unclaimedLimitMs = 360_000
/** A task whose runner died this often is assumed to kill runners, and is dropped. */
export const maxClaims = 5
/** Leftovers of sessions without a run, and dry runs, drills and sessions not kept that ended, are deleted after this time. */
const strayAfterMs = 600_000
/** Longer than any suite of which a reporter tells. */
const reportAfterMs = dayMs

/**
 * Drops tasks that waited too long or whose runners keep dying: they have no result, are counted by check and location,
 * and their session ends as TIMED_OUT unless it has an outcome of another location.
 */
export async function expireRuns(store: Store, context: EndContext): Promise<number> {
  const { nowMs } = context
  // In a separate transaction: it locks batches, which all others lock after sessions.
  await unblockRunBatches(store, nowMs)
  return store.db.transaction(async (tx) => {
    if (await isReturning(tx, nowMs)) return 0
    await deleteStrayRunOverrides(tx, new Date(nowMs - strayAfterMs))
    await deleteStrayTestJobs(tx, new Date(nowMs - strayAfterMs))
    await deleteEndedUnrecordedSessions(tx, new Date(nowMs - strayAfterMs))
    await endAbandonedReports(tx, { before: new Date(nowMs - reportAfterMs), at: new Date(nowMs) })
    await deleteOldLiveRuns(tx, new Date(nowMs - dayMs))
    await deleteOldLiveRunLogs(tx, new Date(nowMs - hourMs))
    await deleteOldDryRuns(tx, new Date(nowMs - strayAfterMs))
    await deleteOldDrills(tx, new Date(nowMs - strayAfterMs))
    const dropped = await deleteAbandonedTasks(tx, new Date(nowMs - unclaimedLimitMs), new Date(nowMs), maxClaims)
    if (dropped.length === 0) return 0
    await dropRuns(tx, dropped, { ...context, encryption: store.encryption })
    return dropped.length
  })
}

/** Counts deleted runs by check and location, and ends the sessions that have no other. */
export async function dropRuns(tx: Queryable, dropped: readonly RunTaskRow[], context: AlertContext): Promise<void> {
  await countDroppedRuns(
    tx,
    dropped.filter((task) => !isTestRun(task) && !isDryRun(task)).map((task) => task.checkId),
  )
  const byQueue = countBy(dropped, (task) => task.queue)
  for (const [location, runs] of byQueue) await addToCounter(tx, 'dropped_runs', location, runs)
  const inPrivate = [...byQueue].filter(([queue]) => isPrivateQueue(queue)).map(([queue, runs]) => ({ queue, runs }))
  if (inPrivate.length > 0) await noteDropped(tx, inPrivate, context.nowMs)
  await endSessions(tx, dropped, 'TIMED_OUT', context)
}

export interface EndContext {
  readonly nowMs: number
  readonly publicUrl: string
}

/** In the metrics of private locations, and once a day as an entry. */
async function noteDropped(
  tx: Queryable,
  dropped: readonly { readonly queue: string; readonly runs: number }[],
  nowMs: number,
): Promise<void> {
  await countDroppedInSamples(tx, sampledMinute(nowMs), dropped)
  const entries = dropped.map(({ queue }) => ({ queue, eventId: timeOrderedId(nowMs) }))
  await insertDroppedRunsEvents(tx, entries, { now: new Date(nowMs), before: new Date(nowMs - dayMs) })
}

/** Deletes runs that must not be executed any more; sessions left without a run end as CANCELLED. */
export async function cancelRuns(store: Store, tasks: readonly RunTaskRow[], context: EndContext): Promise<void> {
  if (tasks.length === 0) return
  await store.db.transaction(async (tx) => {
    const removed = await deleteRunTasks(
      tx,
      tasks.map((task) => task.id),
    )
    await endSessions(tx, removed, 'CANCELLED', { ...context, encryption: store.encryption })
  })
}

/**
 * Ends the sessions of removed tasks that have no other task left. The outcomes of other locations still count: they
 * advance the state of the check, and alerts are sent.
 */
export async function endSessions(
  tx: Queryable,
  removed: readonly RunTaskRow[],
  emptyStatus: Extract<SessionStatus, 'TIMED_OUT' | 'CANCELLED'>,
  context: AlertContext,
): Promise<void> {
  const own = removed.filter((task) => !isTestRun(task) && !isDryRun(task))
  await storeImpliedSessions(tx, own)
  const keys = new Map(own.map((task) => [task.sessionId, { accountId: task.accountId, id: task.sessionId }]))
  const locked = keys.size === 0 ? [] : await lockSessions(tx, [...keys.values()])
  // After the others, in the lock order of settling.
  await endTests(tx, removed.filter(isTestRun), emptyStatus, context.nowMs)
  await endUnfinishedDryRuns(tx, removed.filter(isDryRun), dropReasonOf, context)
  const open = locked.filter((session) => session.stoppedAt === null)
  if (open.length === 0) return
  const idle = await sessionsWithoutTasks(tx, open)
  const idleIds = new Set(idle.map((row) => row.id))
  const ended = open.filter((session) => idleIds.has(session.id))
  if (ended.length === 0) return
  const left = await advanceSessions(
    tx,
    ended.map((session) => ({
      accountId: session.accountId,
      id: session.id,
      outcomes: {},
      status: sessionStatusOf(Object.values(session.outcomes), 0) ?? emptyStatus,
      stoppedAt: new Date(context.nowMs),
    })),
  )
  const ticks: (FinishedTick | null)[] = []
  for (const session of ended) ticks.push(await tickOf(tx, session))
  await advanceChecks(
    tx,
    ticks.filter((tick) => tick !== null),
    context,
  )
  await leaveEndedSessions(tx, left, context.nowMs)
}

/** Runs of test sessions end with a reason, because a client waits for them. */
function endTests(
  tx: Queryable,
  removed: readonly RunTaskRow[],
  emptyStatus: Extract<SessionStatus, 'TIMED_OUT' | 'CANCELLED'>,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs)
  return emptyStatus === 'CANCELLED'
    ? endTestRuns(tx, removed, { status: 'CANCELLED', reasonOf: () => writeReason('CHECK_DELETED'), at })
    : endTestRuns(tx, removed, { status: 'FAILED', reasonOf: dropReasonOf, at })
}

const dropReasonOf = ({ claims }: RunTaskRow): string =>
  claims >= maxClaims
    ? writeReason('RUN_LOST', { count: maxClaims })
    : writeReason('RUN_UNCLAIMED', { minutes: unclaimedLimitMs / minuteMs })

/** The tick of a session that ended without results of some locations; null when there is no result at all. */
async function tickOf(tx: Queryable, session: CheckSessionRow): Promise<FinishedTick | null> {
  const result = await storedReport(tx, session)
  return result && tickOfSession(session, { ...noCertificate, result })
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
