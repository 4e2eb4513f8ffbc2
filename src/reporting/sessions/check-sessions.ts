import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckSession, findCheckSessionProgress, hasCheckSessionEnded, listResultsOfSession } from '#storage/runs'
import type { Store } from '#storage/database'
import type { CheckResultSummary, CheckSessionProgress, CheckSessionRow } from '#storage/runs'
import { waitForEnd } from './wait-for-end.ts'
import type { SessionWait } from './wait-for-end.ts'
import { waitForProgress } from './wait-for-progress.ts'
import type { ProgressWait } from './wait-for-progress.ts'

export interface SessionView {
  readonly session: CheckSessionRow
  /** Attempts included, oldest first. */
  readonly results: readonly CheckResultSummary[]
}

/** A session with its results up to now. Throws CHECK_SESSION_NOT_FOUND. */
export async function getSession(store: Store, caller: Caller, id: string): Promise<SessionView> {
  const { accountId } = caller
  const session = await findSession(store, accountId, id)
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

export interface WatchedCheckSession extends CheckSessionProgress {
  readonly session: CheckSessionRow
}

/**
 * The events of runs under way after a position, once there are some, the session has ended, or the wait is over. Throws
 * CHECK_SESSION_NOT_FOUND.
 */
export const waitForCheckSessionProgress = (
  store: Store,
  { accountId }: Caller,
  wait: ProgressWait,
): Promise<WatchedCheckSession> =>
  waitForProgress(
    store,
    async () => {
      const session = await findSession(store, accountId, wait.id)
      const key = { accountId, checkId: session.checkId, id: wait.id, after: wait.after }
      return { session, ...(await findCheckSessionProgress(store.db, store.encryption, key)) }
    },
    wait,
  )

async function findSession({ db }: Store, accountId: string, id: string): Promise<CheckSessionRow> {
  const session = await findCheckSession(db, accountId, id)
  if (session === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
  return session
}
