import type { Allowances, SubscriberKind } from '#contract'
import { Fault, hashToken, randomToken, timeOrderedId, dayMs } from '#kernel'
import { isWithinLimits } from '#ratelimit'
import { assertAllowance } from '#storage/accounts'
import {
  deleteSubscriberById,
  insertSubscribers,
  insertVerificationMails,
  lockSubscriberByAddress,
  replaceToken,
  setSubscriberWish,
  verifyByToken,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { SubscriberRow, VisitedPage } from '#storage/status-pages'
import type { PublicPage } from '../pages/public-page.ts'
import { idsOfChosen } from './chosen-parts.ts'
import { burdenedHostOf, readContact, storedContact } from './contact.ts'
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

/** The fields of a form that a reader filled in. */
export interface SubscriptionRequest {
  readonly kind: SubscriberKind
  /** The value of a field of that kind: `address`, or the keys of a browser. */
  readonly field: (name: string) => string
  /** The keys of parts of the page; null: all of it. */
  readonly chosen: readonly string[] | null
  /** The one in which the reader filled it in. */
  readonly language: string
}

/**
 * Sends a message with which its receiver confirms the subscription (double opt-in): nobody can subscribe others. The
 * result is the same whether the address is subscribed, was sent one a moment ago, is new or is rate limited. Throws
 * MAIL_ADDRESS_INVALID, for every kind of address, and COMPONENT_UNKNOWN. The caller checks access to the page.
 */
export async function subscribeReader(
  store: Store,
  page: PublicPage,
  { kind, field, chosen, language }: SubscriptionRequest,
  visitor: Visitor,
): Promise<void> {
  const contact = readContact(kind, field)
  if (contact === null) throw new Fault('MAIL_ADDRESS_INVALID')
  const components = chosen && (await idsOfChosen(store, page, chosen))
  const { nowMs, clientAddress } = visitor
  const host = burdenedHostOf(contact)
  const limits = [
    { key: `subscribe from ${clientAddress}`, requests: 20, seconds: hour },
    { key: `subscribe to ${page.id}`, requests: 2000, seconds: hour },
    ...(host === null ? [] : [{ key: `subscribe at ${host}`, requests: 60, seconds: hour }]),
  ]
  if (!(await isWithinLimits(store.db, limits, nowMs))) return
  const stored = storedContact(store.encryption, contact)
  await store.db.transaction(async (tx) => {
    const subscriber = await pendingSubscriber(
      tx,
      newSubscriber(page, stored, { nowMs, isVerified: false, components, language }),
    )
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

/** Sets new tokens of subscribers of one page and creates the mails and other messages that contain them. */
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
    const isMail = subscriber.kind === 'mail'
    mails.push({ subscriberId: subscriber.id, encryptedToken: encryption.encrypt(token), isMail })
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

/** The subscriber with this address unless it gets messages; this one when there is none. What it chose last counts. */
async function pendingSubscriber(tx: Queryable, given: SubscriberRow): Promise<SubscriberRow | null> {
  await insertSubscribers(tx, [given])
  const subscriber = await lockSubscriberByAddress(tx, given)
  if (subscriber === null || (subscriber.verifiedAt !== null && subscriber.disabledAt === null)) return null
  const { subscribedComponents, language, createdAt: now } = given
  await setSubscriberWish(tx, { ...subscriber, subscribedComponents, language, now })
  return subscriber
}

interface SubscriptionTerms {
  readonly nowMs: number
  readonly isVerified: boolean
  /** Null, or absent: everything on the page. */
  readonly components: readonly string[] | null
  /** Null, or absent: the first of the page. */
  readonly language: string | null
}

export function newSubscriber(
  page: { readonly accountId: string; readonly id: string },
  contact: Pick<SubscriberRow, 'kind' | 'address' | 'encryptedTarget'>,
  given: Pick<SubscriptionTerms, 'nowMs' | 'isVerified'> & Partial<SubscriptionTerms>,
): SubscriberRow {
  const { nowMs, isVerified, components = null, language = null } = given
  const now = new Date(nowMs)
  return {
    accountId: page.accountId,
    id: timeOrderedId(nowMs),
    statusPageId: page.id,
    ...contact,
    verifiedAt: isVerified ? now : null,
    tokenHash: null,
    tokenExpiresAt: null,
    subscribedComponents: components && [...components],
    language,
    createdAt: now,
    updatedAt: now,
    disabledAt: null,
    disabledReason: null,
  }
}
