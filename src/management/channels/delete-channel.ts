import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { deleteChannel as removeChannel } from '#storage/alerts'
import type { Store } from '#storage/database'

/** Deletes a channel with its subscriptions. Throws ALERT_CHANNEL_NOT_FOUND. */
export async function deleteChannel(store: Store, caller: Caller, id: number): Promise<void> {
  const existed = await store.db.transaction((tx) => removeChannel(tx, caller.accountId, id))
  if (!existed) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
}
