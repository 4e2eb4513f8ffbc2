import type { Caller } from '#kernel'
import { deleteSubscription } from '#storage/alerts'
import { releaseHeldOfAccount } from '#storage/checks'
import type { Store } from '#storage/database'

/** Ends a subscription by its id. One that does not exist is no error. */
export const unsubscribeFromChannel = (store: Store, { accountId, nowMs }: Caller, id: number): Promise<void> =>
  store.db.transaction(async (tx) => {
    await deleteSubscription(tx, accountId, id)
    await releaseHeldOfAccount(tx, accountId, new Date(nowMs))
  })
