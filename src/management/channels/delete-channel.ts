import { Fault } from '#kernel'
import { deleteChannel as removeChannel } from '#storage'
import type { Store } from '#storage'
import type { Caller } from '../caller.ts'

/** Deletes a channel with its subscriptions. Throws ALERT_CHANNEL_NOT_FOUND. */
export async function deleteChannel(store: Store, caller: Caller, id: number): Promise<void> {
  const existed = await store.db.transaction((tx) => removeChannel(tx, caller.accountId, id))
  if (!existed) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
}
