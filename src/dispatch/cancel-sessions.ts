import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteTasksOfSequences,
  endTestRuns,
  findCheckSession,
  findTestSession,
  listResultsOfTestSession,
} from '#storage'
import type { Store } from '#storage'

/**
 * Only Playwright runs started by a person can be cancelled, and there are none yet: throws CHECK_SESSION_NOT_FOUND or
 * CANCEL_NOT_POSSIBLE.
 */
export async function cancelSession(store: Store, caller: Caller, id: string): Promise<never> {
  const session = await findCheckSession(store.db, caller.accountId, id)
  throw new Fault(session === null ? 'CHECK_SESSION_NOT_FOUND' : 'CANCEL_NOT_POSSIBLE')
}

/**
 * Cancels the given runs of a test session, or all. Runs that have ended are unchanged; a later report of a cancelled
 * run is dropped. Throws TEST_SESSION_NOT_FOUND and SEQUENCE_UNKNOWN.
 */
export async function cancelTestSession(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, sequenceIds }: { readonly id: string; readonly sequenceIds: readonly string[] | null },
): Promise<void> {
  await store.db.transaction(async (tx) => {
    if ((await findTestSession(tx, accountId, id)) === null) throw new Fault('TEST_SESSION_NOT_FOUND')
    const results = await listResultsOfTestSession(tx, { accountId, id })
    const requested = sequenceIds?.map((sequenceId) => sequenceId.toLowerCase()) ?? null
    const unknown = requested?.find((sequenceId) => !results.some((result) => result.sequenceId === sequenceId))
    if (unknown !== undefined) throw new Fault('SEQUENCE_UNKNOWN', { values: { sequenceId: unknown } })
    const pending = results.filter((result) => result.resultType === 'PENDING')
    const cancelled = pending.filter((result) => requested === null || requested.includes(result.sequenceId))
    const sequences = {
      id,
      checkIds: [...new Set(cancelled.map((result) => result.checkId))],
      sequenceIds: cancelled.map((result) => result.sequenceId),
    }
    const removed = await deleteTasksOfSequences(tx, sequences)
    // An attempt settled at the same time may have queued the next one, which only a later statement sees.
    removed.push(...(await deleteTasksOfSequences(tx, sequences)))
    const reasonOf = () => 'The run was cancelled.'
    await endTestRuns(tx, removed, { status: 'CANCELLED', reasonOf, at: new Date(nowMs) })
  })
}
