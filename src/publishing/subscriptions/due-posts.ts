import type { Allowances, Delivery, SubscriberPost } from '#contract'
import { dayMs, Fault, mailTry } from '#kernel'
import { claimPosts, deleteSubscriberById, disableFailing, recordMail } from '#storage/status-pages'
import type { ClaimedMailRow } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { findPublicPage } from '../pages/public-page.ts'
import { readPublicStatusPage } from '../pages/read-public-status-page.ts'
import type { PublicState } from '../pages/public-status-page.ts'
import { claimSpread } from './due-mails.ts'
import type { MailClaim } from './due-mails.ts'
import { verifySubscription } from './subscribe-reader.ts'
import { writeSubscriberPost } from './subscriber-post.ts'

/** A message to a webhook, to Slack or to a browser that this process has to send until its lease ends. */
export interface ClaimedPost {
  readonly row: ClaimedMailRow
  /** Null when its target can no longer be read. */
  readonly post: SubscriberPost | null
}

/** A receiver that is broken for an afternoon keeps its subscription. */
const failing = { messages: 3, ms: dayMs }

/** Claims messages that are due and not mailed; see `claimDueMails`. */
export async function claimDuePosts(store: Store, claim: MailClaim): Promise<ClaimedPost[]> {
  const rows = await claimSpread(store, claim, claimPosts)
  const states = await statesOf(store, rows, claim.nowMs)
  return rows.map((row) => {
    const state = states.get(row.pageUrl) ?? null
    return { row, post: writeSubscriberPost({ row, ...claim, state }, store.encryption) }
  })
}

/** How the pages of messages to webhooks are, by their URL. */
async function statesOf(
  store: Store,
  rows: readonly ClaimedMailRow[],
  nowMs: number,
): Promise<ReadonlyMap<string, PublicState>> {
  const states = new Map<string, PublicState>()
  for (const url of new Set(rows.filter(({ kind }) => kind === 'webhook').map(({ pageUrl }) => pageUrl))) {
    const page = await findPublicPage(store, url)
    if (page !== null) states.set(url, (await readPublicStatusPage(store, page, nowMs)).state)
  }
  return states
}

interface PostOutcome {
  readonly delivery: Delivery
  readonly isConfirmed: boolean
  readonly isGone: boolean
}

/**
 * Records the outcome of an attempt, which is retried like a mail. The subscription is confirmed by a receiver that
 * returned the challenge, and disabled by one that is gone or has failed for a day, three messages in a row; a browser
 * that is gone is forgotten. Answers whether the subscription ended.
 */
export async function recordPostTry(
  store: Store,
  { messageId, subscriberId, leaseToken, tries, kind, encryptedToken }: ClaimedMailRow,
  { delivery, isConfirmed, isGone }: PostOutcome,
  { nowMs, allowances = {} }: { readonly nowMs: number; readonly allowances?: Allowances },
): Promise<boolean> {
  const tried = mailTry(delivery, tries + 1, nowMs)
  const isBounced = delivery.outcome === 'sent' ? false : tried.status === 'REJECTED' ? true : null
  const record = { messageId, subscriberId, leaseToken, ...tried, isBounced, now: new Date(nowMs) }
  if (!(await recordMail(store.db, record))) return false
  if (isConfirmed && encryptedToken !== null)
    await confirm(store, store.encryption.decrypt(encryptedToken), { nowMs, allowances })
  const failed = { subscriberId, kind, isGone, reason: delivery.response }
  return isBounced === true && endFailing(store, failed, nowMs)
}

/** Ends a subscription whose messages have failed for long enough. Answers whether it ended. */
async function endFailing(
  { db }: Store,
  {
    subscriberId,
    kind,
    isGone,
    reason,
  }: Pick<ClaimedMailRow, 'subscriberId' | 'kind'> & {
    readonly isGone: boolean
    readonly reason: string
  },
  nowMs: number,
): Promise<boolean> {
  if (isGone && kind === 'browser') return (await deleteSubscriberById(db, subscriberId)) !== null
  const now = new Date(nowMs)
  const [failures, since] = isGone ? [1, now] : [failing.messages, new Date(nowMs - failing.ms)]
  return disableFailing(db, { subscriberId, failures, since, reason, now })
}

/** A page that takes no more subscribers leaves the subscription as it is. */
async function confirm(store: Store, token: string, limits: Parameters<typeof verifySubscription>[2]): Promise<void> {
  try {
    await verifySubscription(store, token, limits)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
}
