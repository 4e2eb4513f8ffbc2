import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findTestSessionStatus } from '#storage'
import type { Store } from '#storage'
import { waitForEnd } from '../sessions/wait-for-end.ts'
import type { SessionWait } from '../sessions/wait-for-end.ts'
import { getTestSession } from './read-test-session.ts'
import type { TestSessionView } from './read-test-session.ts'

/**
 * Waits for the end of a test session (semantics-2 9.3). Throws COMPLETION_PENDING when it still runs after the wait,
 * and TEST_SESSION_NOT_FOUND at once.
 */
export async function waitForTestSession(store: Store, caller: Caller, wait: SessionWait): Promise<TestSessionView> {
  await waitForEnd(store, wait, async () => {
    const status = await findTestSessionStatus(store.db, caller.accountId, wait.id)
    if (status === null) throw new Fault('TEST_SESSION_NOT_FOUND')
    return status !== 'RUNNING'
  })
  return getTestSession(store, caller, wait.id)
}
