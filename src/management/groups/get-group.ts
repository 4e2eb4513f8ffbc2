import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findLinkedGroup } from '#storage'
import type { LinkedGroup, Store } from '#storage'

/** Reads one group with its subscriptions in one statement. Throws CHECK_GROUP_NOT_FOUND. */
export async function getGroup(store: Store, caller: Caller, { id }: { readonly id: number }): Promise<LinkedGroup> {
  const linked = await findLinkedGroup(store.db, store.seal, caller.accountId, id)
  if (!linked) throw new Fault('CHECK_GROUP_NOT_FOUND')
  return linked
}
