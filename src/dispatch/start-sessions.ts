import type { CheckDefinition, RunSource } from '#contract'
import { queuesOf } from '#inheritance'
import { insertCheckSessions, insertRunTasks, notify } from '#storage'
import type { CheckSessionRow, Queryable } from '#storage'
import { newSession } from './enqueue-due-runs.ts'

/**
 * Starts one session for each check, in every location of parallel checks and the first location of the others, as a
 * person or a deployment asked for it. The checks are effective ones: group settings already applied.
 */
export async function startSessions(
  tx: Queryable,
  checks: readonly CheckDefinition[],
  start: { readonly runSource: RunSource; readonly nowMs: number },
): Promise<CheckSessionRow[]> {
  const started = checks.map((check) => {
    const queues = queuesOf(check)
    return newSession(
      { accountId: check.accountId, checkId: check.id, checkType: check.checkType, checkName: check.name },
      {
        runSource: start.runSource,
        scheduledFor: new Date(start.nowMs),
        queues: check.runParallel ? queues : queues.slice(0, 1),
        nowMs: start.nowMs,
      },
    )
  })
  await insertCheckSessions(
    tx,
    started.map(({ session }) => session),
  )
  await insertRunTasks(
    tx,
    started.flatMap(({ tasks }) => tasks),
  )
  await notify(tx, 'run_tasks')
  return started.map(({ session }) => ({ ...session, outcomes: {}, stopped_at: null }))
}
