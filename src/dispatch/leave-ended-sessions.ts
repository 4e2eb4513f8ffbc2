import { deleteRunOverrides, tellSessionsEnded } from '#storage'
import type { CheckSessionRow, Queryable } from '#storage'
import { startWaitingMembers } from './run-batches.ts'

/**
 * What follows from the end of sessions that somebody asked for: their overrides go, the next members of their group
 * take their turn, and who waits for them is told. Scheduled sessions cost nothing here.
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
  await tellSessionsEnded(tx)
}
