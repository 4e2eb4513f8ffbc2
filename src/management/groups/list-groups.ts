import type { Page } from '#contract'
import type { Caller } from '#kernel'
import { listLinkedGroups } from '#storage'
import type { GroupFilter, LinkedGroup, PageWindow, Store } from '#storage'

export interface GroupListing extends PageWindow {
  readonly filter: Omit<GroupFilter, 'accountId'>
}

/** One page of the account's groups, oldest first. */
export async function listGroups(store: Store, caller: Caller, listing: GroupListing): Promise<Page<LinkedGroup>> {
  const filter = { ...listing.filter, accountId: caller.accountId }
  const { items, total } = await listLinkedGroups(store.db, store.seal, filter, listing)
  return { items, offset: listing.offset, total }
}
