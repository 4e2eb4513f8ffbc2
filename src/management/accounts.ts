import { Fault } from '#kernel'
import { findAccounts, findKeyHolder } from '#storage'
import type { AccountRow, KeyHolder, Store } from '#storage'

/** These accounts, oldest first. */
export const listAccounts = (store: Store, ids: readonly string[]): Promise<AccountRow[]> => findAccounts(store.db, ids)

/** Throws ACCOUNT_NOT_FOUND. */
export async function getAccount(store: Store, id: string): Promise<AccountRow> {
  const [account] = await findAccounts(store.db, [id])
  if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  return account
}

/** The identity of a key: its user, or the key itself. Throws KEY_INVALID when it was revoked meanwhile. */
export async function getCurrentUser(store: Store, keyId: string): Promise<KeyHolder> {
  const holder = await findKeyHolder(store.db, keyId)
  if (holder === null) throw new Fault('KEY_INVALID')
  return holder
}
