import type { Page } from '#contract'
import type { Caller } from '#kernel'
import { listLinkedChecks } from '#storage'
import type { CheckFilter, CheckOrder, PageWindow, Store } from '#storage'
import { loadDetails } from './check-details.ts'
import type { CheckDetails, ReadOptions } from './check-details.ts'

export interface CheckListing extends PageWindow, ReadOptions {
  readonly filter?: Omit<CheckFilter, 'accountId'>
  /** Default: oldest first. */
  readonly order?: CheckOrder
}

/** One page of the account's checks in at most four statements whatever its size. */
export async function listChecks(store: Store, caller: Caller, listing: CheckListing): Promise<Page<CheckDetails>> {
  const filter = { ...listing.filter, accountId: caller.accountId }
  const { items, total } = await listLinkedChecks(store.db, store.seal, filter, listing)
  return { items: await loadDetails(store, items, listing), offset: listing.offset, total }
}
