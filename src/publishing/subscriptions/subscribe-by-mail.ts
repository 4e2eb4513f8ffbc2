import { mailAddressPattern } from '#contract'
import type { Allowances } from '#contract'
import { Fault, hashToken, isUuid, randomToken, timeOrderedId, dayMs } from '#kernel'
import { isWithinLimits } from '#ratelimit'
import { assertAllowance } from '#storage/accounts'
import {
  deleteSubscriberById,
  findVisitedPage,
  insertSubscribers,
  insertVerificationMails,
  lockSubscriberByAddress,
  replaceToken,
  verifyByToken,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { SubscriberRow, VisitedPage } from '#storage/status-pages'
import { subscriberOfToken } from './subscriber-token.ts'

/** A visitor without a key. */
export interface Visitor {
  readonly nowMs: number
  /** The client address of the request. */
  readonly clientAddress: string
}

/** For how long the link of a verification mail is accepted. */
export const verificationMs = dayMs

const hour = 3600
const day = 24 * hour
const address = new RegExp(mailAddressPattern)
const maxAddressLength = 254

/**
 * Sends a verification mail to an address (double opt-in). The result is the same whether the address is subscribed,
 * was mailed a moment ago, is new or is rate limited. Throws STATUS_PAGE_NOT_FOUND and MAIL_ADDRESS_INVALID. The caller
 * checks access to the page.
 */
export async function subscribeByMail(
  store: Store,
  request: { readonly statusPageId: string; readonly address: string },
  visitor: Visitor,
): Promise<void> {
  const given = request.address.trim()
  if (given.length > maxAddressLength || !address.test(given)) throw new Fault('MAIL_ADDRESS_INVALID')
  const page = isUuid(request.statusPageId) ? await findVisitedPage(store.db, request.statusPageId) : null
  if (page === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  const { nowMs, clientAddress } = visitor
  const limits = [
    { key: `subscribe from ${clientAddress}`, requests: 20, seconds: hour },
    { key: `subscribe to ${page.id}`, requests: 2000, seconds: hour },
  ]
  if (!(await isWithinLimits(store.db, limits, nowMs))) return
  await store.db.transaction(async (tx) => {
    const subscriber = await pendingSubscriber(tx, page, given, nowMs)
    if (subscriber === null || !(await mayReceiveVerification(tx, subscriber, nowMs))) return
    await sendVerification(tx, store, [subscriber], nowMs)
  })
}

/** Whether an address may be sent one more verification mail, limited per page and over all pages. */
export function mayReceiveVerification(tx: Queryable, { statusPageId, address: to }: SubscriberRow, nowMs: number) {
  const person = personOf(to)
  const limits = [
    { key: `verify ${statusPageId} ${person}`, requests: 1, seconds: hour / 6 },
    { key: `verify daily ${statusPageId} ${person}`, requests: 5, seconds: day },
    { key: `verify anywhere ${person}`, requests: 10, seconds: day },
  ]
  return isWithinLimits(tx, limits, nowMs)
}

/** The mailbox behind an address: `me+news@example.com` and `Me@example.com` are one person (RFC 5233). */
export const personOf = (to: string): string => to.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')

/** Sets new tokens of subscribers of one page and creates the mails that contain them. */
export async function sendVerification(
  tx: Queryable,
  { encryption }: Store,
  subscribers: readonly SubscriberRow[],
  nowMs: number,
): Promise<void> {
  const [first] = subscribers
  if (first === undefined) return
  const now = new Date(nowMs)
  const mails = []
  for (const subscriber of subscribers) {
    const token = randomToken(24)
    const tokenExpiresAt = new Date(nowMs + verificationMs)
    await replaceToken(tx, { ...subscriber, tokenHash: hashToken(token), tokenExpiresAt, updatedAt: now })
    mails.push({ subscriberId: subscriber.id, encryptedToken: encryption.encrypt(token) })
  }
  const cause = `verification ${timeOrderedId(nowMs)}`
  const page = { accountId: first.accountId, statusPageId: first.statusPageId, cause, now }
  await insertVerificationMails(tx, page, mails)
}

/**
 * Verifies a subscription: from now on the address gets mail. Returns the page, also when it was verified before; null
 * for tokens that are unknown or expired. Throws ENTITLEMENT_EXCEEDED.
 */
export async function verifySubscription(
  store: Store,
  token: string,
  { nowMs, allowances = {} }: { readonly nowMs: number; readonly allowances?: Allowances },
): Promise<VisitedPage | null> {
  if (!/^[\da-f]{48}$/.test(token)) return null
  return store.db.transaction(async (tx) => {
    const verified = await verifyByToken(tx, hashToken(token), new Date(nowMs))
    if (verified === null) return null
    const { isNew, ...page } = verified
    if (isNew) await assertAllowance(tx, { accountId: page.accountId, nowMs, allowances }, 'STATUS_PAGE_SUBSCRIBERS')
    return page
  })
}

/**
 * Ends a subscription permanently, pending mails included. Returns its page; null for tokens that are unknown and for
 * subscriptions that have ended, which pages should answer with the same text.
 */
export async function unsubscribe(store: Store, token: string): Promise<VisitedPage | null> {
  const id = subscriberOfToken(store.encryption, token)
  return id === null ? null : deleteSubscriberById(store.db, id)
}

/** The subscriber with this address unless it is verified; a new one when there is none. */
async function pendingSubscriber(
  tx: Queryable,
  page: VisitedPage,
  to: string,
  nowMs: number,
): Promise<SubscriberRow | null> {
  await insertSubscribers(tx, [newSubscriber(page, to, { nowMs, isVerified: false })])
  const key = { accountId: page.accountId, statusPageId: page.id, address: to }
  const subscriber = await lockSubscriberByAddress(tx, key)
  return subscriber?.verifiedAt === null ? subscriber : null
}

export function newSubscriber(
  page: { readonly accountId: string; readonly id: string },
  to: string,
  given: { readonly nowMs: number; readonly isVerified: boolean; readonly components?: readonly string[] | null },
): SubscriberRow {
  const { nowMs, isVerified, components = null } = given
  const now = new Date(nowMs)
  return {
    accountId: page.accountId,
    id: timeOrderedId(nowMs),
    statusPageId: page.id,
    address: to,
    verifiedAt: isVerified ? now : null,
    tokenHash: null,
    tokenExpiresAt: null,
    subscribedComponents: components && [...components],
    createdAt: now,
    updatedAt: now,
  }
}
