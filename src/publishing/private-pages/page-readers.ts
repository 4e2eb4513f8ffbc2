import { mostPageReaders } from '#contract'
import type { PageReadersBody } from '#contract'
import { assertEntitled, Fault, isUuid, randomId } from '#kernel'
import type { Caller } from '#kernel'
import { isWithinLimits } from '#ratelimit'
import {
  countPageReaders,
  deletePageReader,
  findAnyPage,
  findPageByUrl,
  insertPageReaders,
  insertReaderMails,
  listPageReaders,
  lockAnyPage,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { PageReaderRow } from '#storage/status-pages'
import { personOf } from '../subscriptions/index.ts'
import { clearPagePassword } from './private-pages.ts'

const daySeconds = 86_400
const invitationMs = daySeconds * 1000

/** Those who may read a private page by a link, by address. Throws STATUS_PAGE_NOT_FOUND. */
export async function listReaders(
  store: Store,
  { accountId }: Caller,
  statusPageId: string,
): Promise<readonly PageReaderRow[]> {
  if ((await findAnyPage(store.db, accountId, statusPageId)) === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return listPageReaders(store.db, accountId, statusPageId)
}

export interface AddedReaders {
  readonly created: number
  readonly skipped: number
}

/**
 * Lets addresses read a page, and tells each by mail at most once a day. Throws STATUS_PAGE_NOT_FOUND,
 * PAGE_READERS_FULL and NOT_ENTITLED.
 */
export function addReaders(
  store: Store,
  { accountId, nowMs, allowances }: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: PageReadersBody },
): Promise<AddedReaders> {
  const { emails, sendInvitations = true } = body
  assertEntitled(allowances, 'PRIVATE_STATUS_PAGES')
  return store.db.transaction(async (tx) => {
    const page = await lockAnyPage(tx, accountId, statusPageId)
    if (page === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const place = { accountId, statusPageId, now: new Date(nowMs) }
    const added = await insertPageReaders(tx, { ...place, ids: emails.map(() => randomId()), emails })
    if ((await countPageReaders(tx, accountId, statusPageId)) > mostPageReaders)
      throw new Fault('PAGE_READERS_FULL', { values: { most: mostPageReaders } })
    if (sendInvitations) await invite(tx, { ...place, hasDomain: await isOnDomain(tx, page.url) }, added)
    return { created: added.length, skipped: emails.length - added.length }
  })
}

/** Domains of pages with components are served only while they are verified. */
const isOnDomain = async (tx: Queryable, url: string): Promise<boolean> =>
  ((await findPageByUrl(tx, url))?.customDomain ?? null) !== null

interface Place {
  readonly accountId: string
  readonly statusPageId: string
  readonly now: Date
  readonly hasDomain: boolean
}

async function invite(tx: Queryable, place: Place, readers: readonly PageReaderRow[]): Promise<void> {
  const { statusPageId, now, hasDomain: isOnOwnDomain } = place
  const mails = []
  for (const { email } of readers) {
    const limit = { key: `invite reader ${statusPageId} ${personOf(email)}`, requests: 1, seconds: daySeconds }
    if (await isWithinLimits(tx, [limit], now.getTime()))
      mails.push({ id: randomId(), email, tokenHash: null, encryptedToken: null })
  }
  if (mails.length === 0) return
  await insertReaderMails(
    tx,
    { ...place, isOnOwnDomain, language: null, expiresAt: new Date(now.getTime() + invitationMs) },
    mails,
  )
}

/** Removes a reader, whose sessions and links end. Throws STATUS_PAGE_NOT_FOUND and PAGE_READER_NOT_FOUND. */
export async function removeReader(
  store: Store,
  { accountId }: Caller,
  { statusPageId, id }: { readonly statusPageId: string; readonly id: string },
): Promise<void> {
  if ((await findAnyPage(store.db, accountId, statusPageId)) === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  if (isUuid(id) && (await deletePageReader(store.db, { accountId, statusPageId, id }))) return
  throw new Fault('PAGE_READER_NOT_FOUND')
}

/** Deletes the password of a page, which ends the sessions it opened. Throws STATUS_PAGE_NOT_FOUND. */
export function removePagePassword(store: Store, { accountId }: Caller, statusPageId: string): Promise<void> {
  return store.db.transaction(async (tx) => {
    if ((await lockAnyPage(tx, accountId, statusPageId)) === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
    await clearPagePassword(tx, { accountId, id: statusPageId })
  })
}
