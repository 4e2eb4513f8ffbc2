import { Fault, hashToken, minuteMs, randomId, randomToken } from '#kernel'
import { isWithinLimits } from '#ratelimit'
import { insertReaderMails, takeReaderToken } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { personOf, readContact } from '../subscriptions/index.ts'
import type { Visitor } from '../subscriptions/index.ts'
import { readerSession } from './private-pages.ts'
import type { PageSession } from './private-pages.ts'

/** For how long a sign-in link is accepted. */
export const readerLinkMinutes = 20

const [quarter, hour, day] = [900, 3600, 86_400]

interface RequestedPage {
  readonly accountId: string
  readonly id: string
}

interface RequestedLink {
  readonly email: string
  readonly isOnOwnDomain: boolean
  /** In which the page was read. */
  readonly language: string
}

/**
 * Mails a sign-in link to an address if it is one of a reader of the page, which is decided when the mail is sent: what
 * happens here, and how long it takes, is the same for every address. Throws MAIL_ADDRESS_INVALID. The caller says
 * whether the page is private.
 */
export async function requestReaderLink(
  store: Store,
  page: RequestedPage,
  { email: given, isOnOwnDomain, language }: RequestedLink,
  { nowMs, clientAddress }: Visitor,
): Promise<void> {
  const contact = readContact('mail', () => given)
  if (contact?.kind !== 'mail') throw new Fault('MAIL_ADDRESS_INVALID')
  const email = contact.address
  const person = personOf(email)
  const limits = [
    { key: `reader link from ${clientAddress}`, requests: 20, seconds: hour },
    { key: `reader link ${page.id} ${person}`, requests: 3, seconds: quarter },
    { key: `reader link daily ${page.id} ${person}`, requests: 20, seconds: day },
    { key: `reader link to ${page.id}`, requests: 2000, seconds: hour },
  ]
  if (!(await isWithinLimits(store.db, limits, nowMs))) return
  const token = randomToken(24)
  const expiresAt = new Date(nowMs + readerLinkMinutes * minuteMs)
  const { accountId, id: statusPageId } = page
  const place = { accountId, statusPageId, isOnOwnDomain, language, expiresAt, now: new Date(nowMs) }
  const encryptedToken = store.encryption.encrypt(token)
  await store.db.transaction((tx) =>
    insertReaderMails(tx, place, [{ id: randomId(), email, tokenHash: hashToken(token), encryptedToken }]),
  )
}

/** Signs in the reader of a link, which ends with it. Null for links that are unknown, used or expired. */
export async function signInReader(
  store: Store,
  page: RequestedPage,
  token: string,
  nowMs: number,
): Promise<PageSession | null> {
  if (!/^[\da-f]{48}$/.test(token)) return null
  const used = { accountId: page.accountId, statusPageId: page.id, tokenHash: hashToken(token), now: new Date(nowMs) }
  const readerId = await takeReaderToken(store.db, used)
  return readerId === null ? null : readerSession(store, readerId, nowMs)
}
