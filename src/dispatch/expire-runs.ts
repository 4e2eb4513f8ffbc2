import {
  addToCounter,
  advanceSessions,
  countDroppedRuns,
  deleteAbandonedTasks,
  deleteRunTasks,
  lockSessions,
  sessionsWithoutTasks,
} from '#storage'
import type { Queryable, RunTaskRow, SessionStatus, Store } from '#storage'
import { sessionStatusOf } from './session-status.ts'

/** A task nobody claimed for this long is dropped (semantics 8.3). */
export const unclaimedLimitMs = 360_000
/** A task whose runner died this often takes runners down with it. */
export const maxClaims = 5

/**
 * Drops tasks that waited too long or whose runners keep dying: no result, but a count on the check and the location,
 * and their session ends as TIMED_OUT unless other locations gave it an outcome.
 */
export async function expireRuns(store: Store, nowMs: number): Promise<number> {
  return store.db.transaction(async (tx) => {
    const dropped = await deleteAbandonedTasks(tx, new Date(nowMs - unclaimedLimitMs), new Date(nowMs), maxClaims)
    if (dropped.length === 0) return 0
    await countDroppedRuns(
      tx,
      dropped.map((task) => task.check_id),
    )
    for (const [location, runs] of countBy(dropped, (task) => task.location))
      await addToCounter(tx, 'dropped_runs', location, runs)
    await endSessions(tx, dropped, 'TIMED_OUT', nowMs)
    return dropped.length
  })
}

/** Removes runs that must not happen any more; sessions left without a run end as CANCELLED. */
export async function cancelRuns(store: Store, tasks: readonly RunTaskRow[], nowMs: number): Promise<void> {
  if (tasks.length === 0) return
  await store.db.transaction(async (tx) => {
    const removed = await deleteRunTasks(
      tx,
      tasks.map((task) => task.id),
    )
    await endSessions(tx, removed, 'CANCELLED', nowMs)
  })
}

/** Ends the sessions of removed tasks that have no other task left. */
export async function endSessions(
  tx: Queryable,
  removed: readonly RunTaskRow[],
  emptyStatus: Extract<SessionStatus, 'TIMED_OUT' | 'CANCELLED'>,
  nowMs: number,
): Promise<void> {
  const keys = new Map(removed.map((task) => [task.session_id, { accountId: task.account_id, id: task.session_id }]))
  const open = (await lockSessions(tx, [...keys.values()])).filter((session) => session.stopped_at === null)
  const idle = await sessionsWithoutTasks(
    tx,
    open.map((session) => session.id),
  )
  const ended = new Set(idle.map((row) => row.id))
  const progress = open
    .filter((session) => ended.has(session.id))
    .map((session) => ({
      accountId: session.account_id,
      id: session.id,
      outcomes: {},
      status: sessionStatusOf(Object.values(session.outcomes), 0) ?? emptyStatus,
      stoppedAt: new Date(nowMs),
    }))
  if (progress.length > 0) await advanceSessions(tx, progress)
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
