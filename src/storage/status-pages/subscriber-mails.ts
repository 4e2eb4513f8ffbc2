import type { SubscriberKind, SubscriberMessage } from '#contract'
import { leaseTables, subscriberPosts } from '../database/lease-tables.ts'
import { backlogOf, claimStatement, claimValues, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import type { LeaseTable } from '../database/lease-tables.ts'
import type { Queryable } from '../database/queryable.ts'

/** A mail or another message that a process has claimed, with what it says and to whom. */
export interface ClaimedMailRow {
  readonly messageId: number
  readonly subscriberId: string
  readonly leaseToken: string
  readonly encryptedToken: string | null
  readonly tries: number
  readonly kind: SubscriberKind
  readonly address: string
  /** Where it goes, if it is no mail. */
  readonly encryptedTarget: string | null
  readonly content: SubscriberMessage
  readonly cause: string
  readonly createdAt: Date
  readonly pageId: string
  readonly pageName: string
  readonly pageUrl: string
  /** In which the reader subscribed; null for the first of the page. */
  readonly language: string | null
  /** Of the page; empty: all. */
  readonly languages: readonly string[]
}

type ClaimedRows = Promise<(ClaimedMailRow & Record<string, unknown>)[]>

/** Leases mails whose time has come, with what they say and to whom. */
export const claimMails = (db: Queryable, claim: LeaseClaim): ClaimedRows =>
  db.namedRows('claim-subscriber-mails', claimedFrom(leaseTables.subscriberMails), claimValues(claim))

/** The same of messages that are not mailed. */
export const claimPosts = (db: Queryable, claim: LeaseClaim): ClaimedRows =>
  db.namedRows('claim-subscriber-posts', claimedFrom(subscriberPosts), claimValues(claim))

const claimedFrom = (table: LeaseTable): string =>
  `with claimed as (${claimStatement(table)})
   select claimed.message_id, claimed.subscriber_id, claimed.lease_token, claimed.encrypted_token, claimed.tries,
     subscribers.kind, subscribers.address, subscribers.encrypted_target, messages.content, messages.cause,
     messages.created_at, page.id as page_id, page.name as page_name, page.url as page_url,
     subscribers.language, coalesce(display.settings->'languages', '[]'::jsonb) as languages
   from claimed
   join subscriber_messages messages on messages.id = claimed.message_id
   join status_page_subscribers subscribers on subscribers.id = claimed.subscriber_id
   join status_pages page on page.account_id = messages.account_id and page.id = messages.status_page_id
   left join status_page_displays display on display.account_id = page.account_id and display.status_page_id = page.id`

export interface MailRecord {
  readonly messageId: number
  readonly subscriberId: string
  readonly leaseToken: string
  readonly status: 'SENT' | 'RETRY' | 'REJECTED'
  readonly response: string
  /** When to try again; null when nothing is pending any more. */
  readonly claimableAt: Date | null
  /** Whether there is no such mailbox, or another message was given up; null when that is not known. */
  readonly isBounced: boolean | null
  readonly now: Date
}

/**
 * Records one try, and for the subscriber how many mails bounced in a row. Answers false when the lease was lost, in
 * which case another process records its own. The subscriber is held before the mail, in the order in which a deletion
 * takes both.
 */
export async function recordMail(db: Queryable, record: MailRecord): Promise<boolean> {
  const rows = await db.namedRows(
    'record-subscriber-mail',
    `with held as (
       select id from status_page_subscribers where id = $2 and ($8 or (not $8 and bounces > 0)) for no key update),
     recorded as (update subscriber_mails set status = $4, response = $5, claimable_at = $6, tries = tries + 1, lease_token = null,
       finished_at = case when $6::timestamptz is null then $7::timestamptz end,
       encrypted_token = case when $6::timestamptz is null then null else encrypted_token end
     where ${isHeld(leaseTables.subscriberMails)} and (select count(*) from held) >= 0
     returning subscriber_id),
     counted as (update status_page_subscribers set bounces = case when $8 then bounces + 1 else 0 end,
       bounced_since = case when $8 then coalesce(bounced_since, $7) end
       from recorded where id = subscriber_id and ($8 or (not $8 and bounces > 0)))
     select subscriber_id from recorded`,
    [
      record.messageId,
      record.subscriberId,
      record.leaseToken,
      record.status,
      record.response,
      record.claimableAt,
      record.now,
      record.isBounced,
    ],
  )
  return rows.length > 0
}

/** Deletes a subscriber whose mails bounced so often in a row, for so long. Answers whether it was deleted. */
export async function deleteBounced(
  db: Queryable,
  { subscriberId, bounces, since }: { subscriberId: string; bounces: number; since: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `delete from status_page_subscribers where id = $1 and bounces >= $2 and bounced_since <= $3 returning id`,
    [subscriberId, bounces, since],
  )
  return rows.length > 0
}

/**
 * Ends the messages to a subscriber who is not mailed, after so many that failed in a row, for so long. Answers whether
 * they ended.
 */
export async function disableFailing(
  db: Queryable,
  failing: { subscriberId: string; failures: number; since: Date; reason: string; now: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update status_page_subscribers set disabled_at = $4, disabled_reason = $5
     where id = $1 and kind <> 'mail' and disabled_at is null and bounces >= $2 and bounced_since <= $3 returning id`,
    [failing.subscriberId, failing.failures, failing.since, failing.now, failing.reason],
  )
  return rows.length > 0
}

/** Mails whose delivery is due, for metrics. */
export const countDueMails = async (db: Queryable, now: Date): Promise<number> =>
  (await backlogOf(db, leaseTables.subscriberMails, now)).pending
