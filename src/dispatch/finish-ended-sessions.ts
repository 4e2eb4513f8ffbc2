import { deleteRunOverrides, notifySessionsEnded } from '#storage'
import type { CheckSessionRow, Queryable } from '#storage'
import { startWaitingMembers } from './run-batches.ts'

/**
 * Finishes ended sessions that were requested by a client: deletes their overrides, starts the next members of their
 * batch, and notifies waiting clients. Scheduled sessions cost nothing here.
 */
export async function leaveEndedSessions(
  tx: Queryable,
  sessions: readonly CheckSessionRow[],
  nowMs: number,
): Promise<void> {
  const ended = sessions.filter((session) => session.runSource !== 'SCHEDULER' && session.stoppedAt !== null)
  if (ended.length === 0) return
  const ids = ended.map((session) => session.id)
  await deleteRunOverrides(tx, ids)
  await startWaitingMembers(tx, ids, nowMs)
  await notifySessionsEnded(tx)
}
