import type { Delivery } from '#contract'
import { backoffMs, backoffPolicies, dayMs, hasTriesLeft } from '#kernel'
import {
  claimMails,
  deleteBounced,
  deletePendingSubscribers,
  deleteSubscriberMessages,
  recordMail,
  spreadMessages,
} from '#storage'
import type { LeaseClaim, Store } from '#storage'
import { writeSubscriberMail } from './subscriber-mail.ts'
import type { SubscriberMail } from './subscriber-mail.ts'

/** A mail that is this process's to send until its lease ends. */
export interface OwedMail {
  readonly messageId: number
  readonly subscriberId: string
  readonly leaseToken: string
  /** Before this one. */
  readonly tries: number
  readonly mail: SubscriberMail
}

export interface MailClaim extends LeaseClaim {
  /** Without a trailing slash. */
  readonly publicUrl: string
}

const policy = backoffPolicies.subscriberMail
const keptMs = 30 * dayMs
/** A mail server that is set up wrongly for an afternoon must not cost a page its readers. */
const bouncing = { mails: 3, ms: dayMs }
/** So many mails are made of so many messages at a time, in turn, and a page with many subscribers holds up nobody. */
const spreading = { messages: 4, mailsOfEach: 20 }

/**
 * Claims mails that are due, and makes the next ones of what pages have to say while few are due. What a process
 * claimed and did not record is claimed again when its lease is over.
 */
export async function claimOwedMails(store: Store, claim: MailClaim): Promise<OwedMail[]> {
  const claimed = await claimDue(store, claim)
  if (claimed.length >= claim.limit) return claimed
  const spread = await spreadMessages(store.db, new Date(claim.nowMs), spreading)
  if (spread === 0) return claimed
  return [...claimed, ...(await claimDue(store, { ...claim, limit: claim.limit - claimed.length }))]
}

async function claimDue({ db, seal }: Store, { publicUrl, ...claim }: MailClaim): Promise<OwedMail[]> {
  const rows = await claimMails(db, claim)
  return rows.map((row) => ({
    messageId: row.messageId,
    subscriberId: row.subscriberId,
    leaseToken: row.leaseToken,
    tries: row.tries,
    mail: writeSubscriberMail(row, seal, publicUrl),
  }))
}

export interface RecordedTry {
  /** False when the lease was lost. */
  readonly isRecorded: boolean
  /** Whether the subscription ended because its mails bounce. */
  readonly isEnded: boolean
}

/**
 * Records what became of a try; one that may succeed later is owed again, up to 8 tries within about an hour. The third
 * mail in a row for which there is no mailbox, a day or more after the first, ends the subscription.
 */
export async function recordMailTry(
  store: Store,
  { messageId, subscriberId, leaseToken, tries }: OwedMail,
  delivery: Delivery,
  nowMs: number,
): Promise<RecordedTry> {
  const { outcome, response } = delivery
  const isBounced = outcome === 'rejected' && delivery.isMailboxGone ? true : outcome === 'sent' ? false : null
  const isRetried = outcome === 'retry' && hasTriesLeft(policy, tries + 1)
  const claimableAt = isRetried ? new Date(nowMs + backoffMs(policy, tries + 1)) : null
  const status = outcome === 'sent' ? 'SENT' : isRetried ? 'RETRY' : 'REJECTED'
  const isRecorded = await recordMail(store.db, {
    messageId,
    subscriberId,
    leaseToken,
    status,
    response,
    claimableAt,
    isBounced,
    now: new Date(nowMs),
  })
  const since = new Date(nowMs - bouncing.ms)
  const isEnded =
    isBounced === true && (await deleteBounced(store.db, { subscriberId, bounces: bouncing.mails, since }))
  return { isRecorded, isEnded }
}

/** Forgets what was mailed, and addresses that never confirmed, 30 days later. */
export async function forgetOldMails(store: Store, nowMs: number): Promise<void> {
  const before = new Date(nowMs - keptMs)
  await deleteSubscriberMessages(store.db, before)
  await deletePendingSubscribers(store.db, before)
}
