import { allows, defaultAlertSettings, largestId, runtimeIds } from '#contract'
import type { LocatedType, Role } from '#contract'
import { Fault, isUuid, timeOrderedId } from '#kernel'
import {
  findAccountOfResource as findStoredAccount,
  findAccounts,
  findFirstAccountId,
  findKeyHolder,
  insertAccount,
  insertMembership,
  renameAccount as renameStoredAccount,
} from '#storage/accounts'
import type { AccountRow, KeyHolder } from '#storage/accounts'
import type { Store } from '#storage/database'

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

/** Creates an account that a user owns. */
export const createAccount = (
  store: Store,
  { name, userId }: { readonly name: string; readonly userId: string },
  now: Date,
): Promise<AccountRow> =>
  store.db.transaction(async (tx) => {
    const id = timeOrderedId(now.getTime())
    const settings = { runtimeId: runtimeIds[0], alertSettings: defaultAlertSettings }
    await insertAccount(tx, { id, name, ...settings, createdAt: now })
    await insertMembership(tx, { accountId: id, userId, role: 'OWNER', createdAt: now })
    const [account] = await findAccounts(tx, [id])
    if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
    return account
  })

/** Throws ACCOUNT_NOT_FOUND. */
export const renameAccount = (
  store: Store,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  now: Date,
): Promise<AccountRow> =>
  store.db.transaction(async (tx) => {
    await renameStoredAccount(tx, accountId, name, now)
    const [account] = await findAccounts(tx, [accountId])
    if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
    return account
  })

/** Which of these accounts has a resource; null for none, also when the id is none. */
export const findAccountOfResource = (
  store: Store,
  { type, id }: { readonly type: LocatedType; readonly id: string },
  accountIds: readonly string[],
): Promise<string | null> => {
  const uuid = isUuid(id) ? id : null
  const number = /^\d{1,10}$/.test(id) && Number(id) <= largestId ? Number(id) : null
  return findStoredAccount(store.db, { type, uuid, number }, accountIds)
}

interface RoleIn {
  readonly accountId: string
  readonly role: Role
}

/** Whether somebody with these roles owns the account of the first start, and so runs the service. */
export async function ownsFirstAccount(store: Store, grants: readonly RoleIn[]): Promise<boolean> {
  const firstId = await findFirstAccountId(store.db)
  return grants.some(({ accountId, role }) => accountId === firstId && role === 'OWNER')
}

/** The same, or is an admin of it. */
export async function administersFirstAccount(store: Store, grants: readonly RoleIn[]): Promise<boolean> {
  const firstId = await findFirstAccountId(store.db)
  return grants.some(({ accountId, role }) => accountId === firstId && allows(role, 'admin'))
}
