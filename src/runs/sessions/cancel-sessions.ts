import { descriptorOf } from '#contract'
import { writeReason } from '#contract/reasons'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  advanceSessions,
  deleteTasksOfSequences,
  endTestRuns,
  findAbandonedSessions,
  findCheckSession,
  findTestSession,
  insertCheckResults,
  listResultsOfSession,
  listResultsOfTestSession,
  lockSessions,
  openSequences,
} from '#storage/runs'
import type { Store } from '#storage/database'
import type { CheckSessionRow, LocationOutcome, NewCheckResult, RunTaskRow } from '#storage/runs'
import { endSessions } from '../queue/expire-runs.ts'
import { sessionStatusOf } from './session-status.ts'

interface CancelRequest {
  readonly id: string
  /** Null: every run that has not ended. */
  readonly sequenceIds: readonly string[] | null
}

/**
 * Cancels the given runs of a session that a person started. They end with results that count nowhere, and the session
 * is CANCELLED once its other runs have ended. Runs that have ended are unchanged; a runner ends those under way when it
 * finds that it lost their lease. Throws CHECK_SESSION_NOT_FOUND, CANCEL_NOT_POSSIBLE and SEQUENCE_UNKNOWN.
 */
export async function cancelSession(
  store: Store,
  caller: Caller & { readonly publicUrl: string },
  { id, sequenceIds }: CancelRequest,
): Promise<void> {
  const session = await findCheckSession(store.db, caller.accountId, id)
  if (session === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
  if (!descriptorOf(session.checkType).isCancellable || session.runSource === 'SCHEDULER')
    throw new Fault('CANCEL_NOT_POSSIBLE')
  await store.db.transaction(async (tx) => {
    const open = await openSequences(tx, session)
    const requested = sequenceIds?.map((sequenceId) => sequenceId.toLowerCase()) ?? open
    const known = new Set([...open, ...(await listResultsOfSession(tx, session)).map((result) => result.sequenceId)])
    const unknown = requested.find((sequenceId) => !known.has(sequenceId))
    if (unknown !== undefined) throw new Fault('SEQUENCE_UNKNOWN', { values: { sequenceId: unknown } })
    const removed = await deleteTasksOfSequences(tx, { id, checkIds: [session.checkId], sequenceIds: requested })
    if (removed.length === 0) return
    const [locked = session] = await lockSessions(tx, [session])
    await insertCheckResults(
      tx,
      removed.map((task) => cancelledResult(task, session, caller.nowMs)),
    )
    const outcomes = Object.fromEntries(removed.map((task) => [task.queue, cancelledOutcome(task)]))
    const status = sessionStatusOf(Object.values({ ...locked.outcomes, ...outcomes }), 1) ?? 'PROGRESS'
    await advanceSessions(tx, [{ accountId: caller.accountId, id, outcomes, status, stoppedAt: null }])
    await endSessions(tx, removed, 'CANCELLED', { ...caller, encryption: store.encryption })
  })
}

const cancelledMessage = writeReason('RUN_CANCELLED')

const cancelledOutcome = ({ id, attempt }: RunTaskRow): LocationOutcome => ({
  resultId: id,
  outcome: 'passed',
  hasErrors: false,
  isInconclusive: true,
  isCancelled: true,
  attempts: attempt,
})

function cancelledResult(task: RunTaskRow, session: CheckSessionRow, nowMs: number): NewCheckResult {
  const startedAt = task.sequenceStartedAt
  return {
    accountId: task.accountId,
    checkId: task.checkId,
    id: task.id,
    sessionId: task.sessionId,
    sequenceId: task.sequenceId,
    checkName: session.checkName,
    checkType: session.checkType,
    location: task.queue,
    runSource: task.runSource,
    resultType: 'FINAL',
    attempt: task.attempt,
    outcome: 'passed',
    hasErrors: false,
    isCancelled: true,
    overMaxResponseTime: false,
    responseTimeMs: Math.max(0, nowMs - startedAt.getTime()),
    statusCode: null,
    error: cancelledMessage,
    scheduledFor: task.scheduledFor,
    startedAt,
    stoppedAt: new Date(Math.max(nowMs, startedAt.getTime())),
    createdAt: new Date(nowMs),
    detail: { reasons: [{ kind: 'failure', outcome: 'failed', message: cancelledMessage }] },
    measured: null,
  }
}

/**
 * Cancels the given runs of a test session, or all. Runs that have ended are unchanged; a later report of a cancelled
 * run is dropped. Throws TEST_SESSION_NOT_FOUND and SEQUENCE_UNKNOWN.
 */
export async function cancelTestSession(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, sequenceIds }: CancelRequest,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    if ((await findTestSession(tx, accountId, id)) === null) throw new Fault('TEST_SESSION_NOT_FOUND')
    const results = await listResultsOfTestSession(tx, { accountId, id })
    const requested = sequenceIds?.map((sequenceId) => sequenceId.toLowerCase()) ?? null
    const known = new Set(results.map((result) => result.sequenceId))
    const unknown = requested?.find((sequenceId) => !known.has(sequenceId))
    if (unknown !== undefined) throw new Fault('SEQUENCE_UNKNOWN', { values: { sequenceId: unknown } })
    const pending = results.filter((result) => result.resultType === 'PENDING')
    const chosen = requested && new Set(requested)
    const cancelled = pending.filter((result) => chosen?.has(result.sequenceId) ?? true)
    const sequences = {
      id,
      checkIds: [...new Set(cancelled.map((result) => result.checkId))],
      sequenceIds: cancelled.map((result) => result.sequenceId),
    }
    const removed = await deleteTasksOfSequences(tx, sequences)
    // An attempt settled at the same time may have queued the next one, which only a later statement sees.
    removed.push(...(await deleteTasksOfSequences(tx, sequences)))
    const reasonOf = () => cancelledMessage
    await endTestRuns(tx, removed, { status: 'CANCELLED', reasonOf, at: new Date(nowMs) })
  })
}

/**
 * Cancels sessions that are not kept and that nobody follows any more, so that nothing runs for which nobody waits.
 * Returns how many.
 */
export async function cancelAbandonedSessions(store: Store, nowMs: number): Promise<number> {
  const abandoned = await findAbandonedSessions(store.db, new Date(nowMs))
  for (const { accountId, id } of abandoned)
    await cancelTestSession(store, { accountId, nowMs }, { id, sequenceIds: null })
  return abandoned.length
}
