import { announceResources } from '#storage/accounts'
import { deleteRunOverrides, notifySessionsEnded } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { CheckSessionRow } from '#storage/runs'
import { startWaitingMembers } from '../queue/run-batches.ts'

/**
 * Announces sessions that were requested by a client and have moved. Those that ended are finished: deletes their
 * overrides, starts the next members of their batch, and notifies waiting clients. Scheduled sessions cost nothing here.
 */
export async function leaveEndedSessions(
  tx: Queryable,
  sessions: readonly CheckSessionRow[],
  nowMs: number,
): Promise<void> {
  const requested = sessions.filter((session) => session.runSource !== 'SCHEDULER')
  await announceResources(
    tx,
    requested.map(({ accountId, id }) => ({ accountId, event: 'check-sessions', id })),
    new Date(nowMs),
  )
  const ended = requested.filter((session) => session.stoppedAt !== null)
  if (ended.length === 0) return
  const ids = ended.map((session) => session.id)
  await deleteRunOverrides(tx, ids)
  await startWaitingMembers(tx, ids, nowMs)
  await notifySessionsEnded(tx)
}
