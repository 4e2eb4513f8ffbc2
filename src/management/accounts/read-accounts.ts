import { Fault } from '#kernel'
import { findAccounts } from '#storage'
import type { AccountRow, Store } from '#storage'

/** These accounts, oldest first. */
export const listAccounts = (store: Store, ids: readonly string[]): Promise<AccountRow[]> => findAccounts(store.db, ids)

/** Throws ACCOUNT_NOT_FOUND. */
export async function getAccount(store: Store, id: string): Promise<AccountRow> {
  const [account] = await findAccounts(store.db, [id])
  if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  return account
}
