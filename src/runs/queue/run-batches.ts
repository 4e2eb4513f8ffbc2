import { notify } from '#storage/database'
import { advanceRunBatches, findCheckSessions, insertRunTasks, overdueBatchMembers } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import { firstTasks } from './new-session.ts'

/** Starts the next sessions of batches with ended sessions, so that `concurrency` sessions of a group run at a time. */
export async function startWaitingMembers(tx: Queryable, endedIds: readonly string[], nowMs: number): Promise<void> {
  const turns = await advanceRunBatches(tx, endedIds)
  if (turns.length === 0) return
  const sessions = await findCheckSessions(
    tx,
    turns.map((turn) => ({ accountId: turn.accountId, id: turn.sessionId })),
  )
  await insertRunTasks(
    tx,
    sessions.flatMap((session) => firstTasks(session, { scheduledFor: session.startedAt, nowMs })),
  )
  await notify(tx, 'run_tasks')
}

/** Continues batches whose running sessions disappeared without an end, as those of deleted checks do. */
export async function unblockRunBatches({ db }: Store, nowMs: number): Promise<void> {
  const over = await overdueBatchMembers(db)
  if (over.length > 0) await db.transaction((tx) => startWaitingMembers(tx, over, nowMs))
}
