import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckSession, hasCheckSessionEnded, listResultsOfSession } from '#storage/runs'
import type { Store } from '#storage/database'
import type { CheckResultSummary, CheckSessionRow } from '#storage/runs'
import { waitForEnd } from './wait-for-end.ts'
import type { SessionWait } from './wait-for-end.ts'

export interface SessionView {
  readonly session: CheckSessionRow
  /** Attempts included, oldest first. */
  readonly results: readonly CheckResultSummary[]
}

/** A session with its results up to now. Throws CHECK_SESSION_NOT_FOUND. */
export async function getSession(store: Store, caller: Caller, id: string): Promise<SessionView> {
  const { accountId } = caller
  const session = await findCheckSession(store.db, accountId, id)
  if (session === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
  return { session, results: await listResultsOfSession(store.db, { accountId, checkId: session.checkId, id }) }
}

/**
 * Waits for the end of a session. Throws COMPLETION_PENDING when it still runs after the wait, and
 * CHECK_SESSION_NOT_FOUND immediately.
 */
export async function waitForSession(store: Store, caller: Caller, wait: SessionWait): Promise<SessionView> {
  await waitForEnd(store, caller, wait, { hasEnded: hasCheckSessionEnded, notFound: 'CHECK_SESSION_NOT_FOUND' })
  return getSession(store, caller, wait.id)
}
