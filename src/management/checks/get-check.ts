import type { CheckType } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckType, findLinkedCheck } from '#storage'
import type { Store } from '#storage'
import { loadDetails } from './check-details.ts'
import type { CheckDetails, ReadOptions } from './check-details.ts'
import { checkIdOf } from './check-id-of.ts'

/** Reads one check: one statement, and one more when the settings of a group are asked for. Throws CHECK_NOT_FOUND. */
export async function getCheck(
  store: Store,
  caller: Caller,
  { id, ...options }: { readonly id: string } & ReadOptions,
): Promise<CheckDetails> {
  const linked = await findLinkedCheck(store.db, store.seal, caller.accountId, checkIdOf(id))
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
