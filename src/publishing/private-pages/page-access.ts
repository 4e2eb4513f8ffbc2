import type { PageAccessBody } from '#contract'
import { assertEntitled, Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAnyPage, listPageKeys, lockAnyPage, writePrivacy } from '#storage/status-pages'
import type { Queryable, Store, Transaction } from '#storage/database'
import type { StatusPageKeyRow } from '#storage/status-pages'
import { clearPagePassword, setPagePassword } from './private-pages.ts'

export interface PagePassword {
  /** The password of a private page, hashed. */
  readonly key: StatusPageKeyRow | null
  /** The password itself, for the response to its creator. */
  readonly newPassword: string | null
}

export interface PageAccessView extends PagePassword {
  readonly isPrivate: boolean
}

/** Of a page of either version. Throws STATUS_PAGE_NOT_FOUND. */
export async function getPageAccess(store: Store, { accountId }: Caller, id: string): Promise<PageAccessView> {
  const page = await findAnyPage(store.db, accountId, id)
  if (page === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return readAccess(store.db, page, null)
}

/**
 * Makes a page of either version private or public, or gives it another password. Throws STATUS_PAGE_NOT_FOUND,
 * NOT_ENTITLED and TOO_MANY_PASSWORDS.
 */
export function updatePageAccess(
  store: Store,
  caller: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: PageAccessBody },
): Promise<PageAccessView> {
  const { accountId, nowMs } = caller
  const { isPrivate, rotateKey = false } = body
  return store.db.transaction(async (tx) => {
    const before = await lockAnyPage(tx, accountId, statusPageId)
    if (before === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const page = { ...before, isPrivate, updatedAt: new Date(nowMs) }
    if (isPrivate !== before.isPrivate) await writePrivacy(tx, page)
    const newPassword = await followPrivacy(tx, caller, { page, wasPrivate: before.isPrivate, rotateKey })
    return readAccess(tx, page, newPassword)
  })
}

interface AccessPage {
  readonly accountId: string
  readonly id: string
  readonly isPrivate: boolean
}

interface Privacy {
  readonly page: AccessPage
  readonly wasPrivate: boolean
  readonly rotateKey: boolean
}

/**
 * A page that becomes private gets a password, which is answered, and one that is public has none. Throws NOT_ENTITLED
 * and TOO_MANY_PASSWORDS.
 */
export async function followPrivacy(
  tx: Transaction,
  { allowances, nowMs }: Caller,
  { page, wasPrivate, rotateKey }: Privacy,
): Promise<string | null> {
  if (!page.isPrivate) {
    if (wasPrivate) await clearPagePassword(tx, page)
    return null
  }
  if (!wasPrivate) assertEntitled(allowances, 'PRIVATE_STATUS_PAGES')
  return wasPrivate && !rotateKey ? null : setPagePassword(tx, page, nowMs)
}

async function readAccess(
  db: Queryable,
  { accountId, id, isPrivate }: AccessPage,
  newPassword: string | null,
): Promise<PageAccessView> {
  const [key = null] = await listPageKeys(db, accountId, [id])
  return { isPrivate, key, newPassword }
}
