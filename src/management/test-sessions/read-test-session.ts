import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findTestSession, findTestSessionResult, listResultsOfTestSession } from '#storage'
import type { Store, TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage'

export interface TestSessionView {
  readonly session: TestSessionRow
  /** Attempts included, oldest first. */
  readonly results: readonly TestSessionResultSummary[]
}

/** A test session with the results it has so far. Throws TEST_SESSION_NOT_FOUND. */
export async function getTestSession(store: Store, caller: Caller, id: string): Promise<TestSessionView> {
  const { accountId } = caller
  const session = await findTestSession(store.db, accountId, id)
  if (session === null) throw new Fault('TEST_SESSION_NOT_FOUND')
  return { session, results: await listResultsOfTestSession(store.db, { accountId, id }) }
}

/** Throws TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND. */
export async function getTestSessionResult(
  store: Store,
  { accountId }: Caller,
  ids: { readonly sessionId: string; readonly resultId: string },
): Promise<{ readonly session: TestSessionRow; readonly result: TestSessionResultRow }> {
  const session = await findTestSession(store.db, accountId, ids.sessionId)
  if (session === null) throw new Fault('TEST_SESSION_NOT_FOUND')
  const result = await findTestSessionResult(store.db, { accountId, sessionId: ids.sessionId, id: ids.resultId })
  if (result === null) throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
  return { session, result }
}
