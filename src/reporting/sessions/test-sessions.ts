import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import {
  findLiveProgress,
  findTestSession,
  findTestSessionResult,
  hasTestSessionEnded,
  listResultsOfTestSession,
  waitForLiveProgress,
} from '#storage/runs'
import type { Store } from '#storage/database'
import type { LiveProgress, TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage/runs'
import { waitForEnd } from './wait-for-end.ts'
import type { SessionWait } from './wait-for-end.ts'

export interface TestSessionView {
  readonly session: TestSessionRow
  /** Attempts included, oldest first. */
  readonly results: readonly TestSessionResultSummary[]
}

/** A test session with its results up to now. Throws TEST_SESSION_NOT_FOUND. */
export async function getTestSession(store: Store, caller: Caller, id: string): Promise<TestSessionView> {
  const { accountId } = caller
  const session = await findSession(store, accountId, id)
  return { session, results: await listResultsOfTestSession(store.db, { accountId, id }) }
}

/** Throws TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND. */
export async function getTestSessionResult(
  store: Store,
  { accountId }: Caller,
  ids: { readonly sessionId: string; readonly resultId: string },
): Promise<{ readonly session: TestSessionRow; readonly result: TestSessionResultRow }> {
  const session = await findSession(store, accountId, ids.sessionId)
  const result = await findTestSessionResult(store.db, { accountId, sessionId: ids.sessionId, id: ids.resultId })
  if (result === null) throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
  return { session, result }
}

async function findSession({ db }: Store, accountId: string, id: string): Promise<TestSessionRow> {
  const session = await findTestSession(db, accountId, id)
  if (session === null) throw new Fault('TEST_SESSION_NOT_FOUND')
  return session
}

/**
 * Waits for the end of a test session. Throws COMPLETION_PENDING when it still runs after the wait, and
 * TEST_SESSION_NOT_FOUND immediately.
 */
export async function waitForTestSession(store: Store, caller: Caller, wait: SessionWait): Promise<TestSessionView> {
  await waitForEnd(store, caller, wait, { hasEnded: hasTestSessionEnded, notFound: 'TEST_SESSION_NOT_FOUND' })
  return getTestSession(store, caller, wait.id)
}

export interface WatchedTestSession extends LiveProgress {
  readonly session: TestSessionRow
}

/**
 * The events of runs under way after a position, once there are some, the session has ended, or the wait is over. Throws
 * TEST_SESSION_NOT_FOUND.
 */
export async function waitForTestSessionProgress(
  store: Store,
  { accountId }: Caller,
  { id, after, maxWaitSeconds = 0, clock, signal }: SessionWait & { readonly after: number },
): Promise<WatchedTestSession> {
  const find = async (): Promise<WatchedTestSession> => ({
    session: await findSession(store, accountId, id),
    ...(await findLiveProgress(store.db, store.encryption, { accountId, id, after })),
  })
  const poll = async (): Promise<WatchedTestSession | undefined> => {
    const found = await find()
    return found.session.status === 'RUNNING' && found.parts.length === 0 ? undefined : found
  }
  const deadlineMs = clock.now() + maxWaitSeconds * secondMs
  return (await waitForLiveProgress(store.db, poll, { clock, deadlineMs, signal })) ?? (await find())
}
