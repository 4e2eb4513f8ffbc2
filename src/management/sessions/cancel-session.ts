import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findSessionStatus } from '#storage'
import type { Store } from '#storage'

/**
 * Only Playwright runs started by a person can be cancelled (semantics-2 9.3), and there are none yet: throws
 * CHECK_SESSION_NOT_FOUND or CANCEL_NOT_POSSIBLE.
 */
export async function cancelSession(store: Store, caller: Caller, id: string): Promise<never> {
  const status = await findSessionStatus(store.db, caller.accountId, id)
  throw new Fault(status === null ? 'CHECK_SESSION_NOT_FOUND' : 'CANCEL_NOT_POSSIBLE')
}
