import type { Delivery } from '#contract'
import { dayMs, mailTry } from '#kernel'
import type { PageLanguages } from '#page-texts'
import {
  claimMails,
  deleteExpiredReaderMails,
  deleteBounced,
  deletePendingSubscribers,
  deleteSubscriberMessages,
  recordMail,
  spreadMessages,
} from '#storage/status-pages'
import type { ClaimedMailRow } from '#storage/status-pages'
import type { LeaseClaim, Store } from '#storage/database'
import { writeSubscriberMail } from './subscriber-mail.ts'
import type { SubscriberMail } from './subscriber-mail.ts'

/** A mail that this process has to send until its lease ends. */
export interface ClaimedMail {
  readonly messageId: number
  readonly subscriberId: string
  readonly leaseToken: string
  /** Attempts before this one. */
  readonly tries: number
  readonly mail: SubscriberMail
}

export interface MailClaim extends LeaseClaim {
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Of the installation; absent: those of the product. */
  readonly languages?: PageLanguages | undefined
}

const retentionMs = 30 * dayMs
/** A mail server that is misconfigured for an afternoon must not remove the subscribers of a page. */
const bouncing = { mails: 3, ms: dayMs }
/**
 * This many mails are created from this many messages at a time, in turn, so that a page with many subscribers does not
 * delay others.
 */
const spreading = { messages: 4, mailsOfEach: 20 }

/**
 * Claims mails that are due, and creates the next ones from pending messages while few are due. Mails that a process
 * claimed without recording an outcome are claimed again when the lease ends.
 */
export async function claimDueMails(
  store: Store,
  { publicUrl, languages, ...claim }: MailClaim,
): Promise<ClaimedMail[]> {
  const rows = await claimSpread(store, claim, claimMails)
  return rows.map((row) => ({
    messageId: row.messageId,
    subscriberId: row.subscriberId,
    leaseToken: row.leaseToken,
    tries: row.tries,
    mail: writeSubscriberMail(row, store.encryption, { publicUrl, languages }),
  }))
}

/** Claims what is due, and spreads pending messages to their subscribers while little is. */
export async function claimSpread(
  { db }: Store,
  { nowMs, limit, leaseMs }: LeaseClaim,
  claimDue: typeof claimMails,
): Promise<ClaimedMailRow[]> {
  const claimed = await claimDue(db, { nowMs, limit, leaseMs })
  if (claimed.length >= limit) return claimed
  if ((await spreadMessages(db, new Date(nowMs), spreading)) === 0) return claimed
  return [...claimed, ...(await claimDue(db, { nowMs, limit: limit - claimed.length, leaseMs }))]
}

export interface RecordedTry {
  /** False when the lease was lost. */
  readonly isRecorded: boolean
  /** Whether the subscription ended because its mails bounce. */
  readonly isEnded: boolean
}

/**
 * Records the outcome of an attempt; a temporary failure is retried, up to 8 attempts within about an hour. The third
 * mail in a row for which there is no mailbox, a day or more after the first, ends the subscription.
 */
export async function recordMailTry(
  store: Store,
  { messageId, subscriberId, leaseToken, tries }: ClaimedMail,
  delivery: Delivery,
  nowMs: number,
): Promise<RecordedTry> {
  const { outcome } = delivery
  const isBounced = outcome === 'rejected' && delivery.isMailboxGone ? true : outcome === 'sent' ? false : null
  const isRecorded = await recordMail(store.db, {
    messageId,
    subscriberId,
    leaseToken,
    ...mailTry(delivery, tries + 1, nowMs),
    isBounced,
    now: new Date(nowMs),
  })
  const since = new Date(nowMs - bouncing.ms)
  const isEnded =
    isBounced === true && (await deleteBounced(store.db, { subscriberId, bounces: bouncing.mails, since }))
  return { isRecorded, isEnded }
}

/** Deletes messages and mails, and addresses that were never confirmed, after 30 days, and sign-in links that expired. */
export async function forgetOldMails(store: Store, nowMs: number): Promise<void> {
  const before = new Date(nowMs - retentionMs)
  await deleteSubscriberMessages(store.db, before)
  await deletePendingSubscribers(store.db, before)
  await deleteExpiredReaderMails(store.db, new Date(nowMs))
}
