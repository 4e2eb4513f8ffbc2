import { terminalSessionStatuses } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findSessionStatus } from '#storage'
import type { Store } from '#storage'
import { getSession } from './read-session.ts'
import type { SessionView } from './read-session.ts'
import { waitForEnd } from './wait-for-end.ts'
import type { SessionWait } from './wait-for-end.ts'

/**
 * Waits for the end of a session (semantics-2 9.3). Throws COMPLETION_PENDING when it still runs after the wait, and
 * CHECK_SESSION_NOT_FOUND at once.
 */
export async function waitForSession(store: Store, caller: Caller, wait: SessionWait): Promise<SessionView> {
  await waitForEnd(store, wait, async () => {
    const status = await findSessionStatus(store.db, caller.accountId, wait.id)
    if (status === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
    return terminal.has(status)
  })
  return getSession(store, caller, wait.id)
}

const terminal: ReadonlySet<string> = new Set(terminalSessionStatuses)
