import { validate } from 'uuid'
import type { CheckType, Page } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckType, findLinkedCheck, listLinkedChecks } from '#storage/checks'
import type { CheckFilter, CheckOrder } from '#storage/checks'
import type { PageWindow, Store } from '#storage/database'
import { loadDetails } from './check-details.ts'
import type { CheckDetails, ReadOptions } from './check-details.ts'

/** Reads one check: one statement, and one more when the settings of a group are requested. Throws CHECK_NOT_FOUND. */
export async function getCheck(
  store: Store,
  caller: Caller,
  { id, ...options }: { readonly id: string } & ReadOptions,
): Promise<CheckDetails> {
  const linked = await findLinkedCheck(store.db, store.encryption, caller.accountId, checkIdOf(id))
  const [details] = await loadDetails(store, linked ? [linked] : [], options)
  if (!details) throw new Fault('CHECK_NOT_FOUND')
  return details
}

/** The type of a check, for routes that serve every type. Throws CHECK_NOT_FOUND. */
export async function getCheckType(store: Store, caller: Caller, { id }: { readonly id: string }): Promise<CheckType> {
  const type = await findCheckType(store.db, caller.accountId, checkIdOf(id))
  if (!type) throw new Fault('CHECK_NOT_FOUND')
  return type
}

export interface CheckListing extends PageWindow, ReadOptions {
  readonly filter?: Omit<CheckFilter, 'accountId'>
  /** Default: oldest first. */
  readonly order?: CheckOrder
}

/** One page of the account's checks in at most four statements whatever its size. */
export async function listChecks(store: Store, caller: Caller, listing: CheckListing): Promise<Page<CheckDetails>> {
  const filter = { ...listing.filter, accountId: caller.accountId }
  const { items, total } = await listLinkedChecks(store.db, store.encryption, filter, listing)
  return { items: await loadDetails(store, items, listing), offset: listing.offset, total }
}

/** The id of a check from a path. A malformed one throws CHECK_NOT_FOUND. */
export function checkIdOf(id: string): string {
  if (!validate(id)) throw new Fault('CHECK_NOT_FOUND')
  return id.toLowerCase()
}
