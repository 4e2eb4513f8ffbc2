import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  findLiveProgress,
  findTestSession,
  findTestSessionResult,
  hasTestSessionEnded,
  listResultsOfTestSession,
} from '#storage/runs'
import type { Store } from '#storage/database'
import type { LiveProgress, TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage/runs'
import { waitForEnd } from './wait-for-end.ts'
import type { SessionWait } from './wait-for-end.ts'
import { waitForProgress } from './wait-for-progress.ts'
import type { ProgressWait } from './wait-for-progress.ts'

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
export const waitForTestSessionProgress = (
  store: Store,
  { accountId }: Caller,
  wait: ProgressWait,
): Promise<WatchedTestSession> =>
  waitForProgress(
    store,
    async () => ({
      session: await findSession(store, accountId, wait.id),
      ...(await findLiveProgress(store.db, store.encryption, { accountId, id: wait.id, after: wait.after })),
    }),
    wait,
  )
