import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

type Rows<T> = T & Record<string, unknown>

export interface NewReaderMail {
  readonly id: string
  readonly email: string
  /** Null: an invitation. */
  readonly tokenHash: Buffer | null
  readonly encryptedToken: string | null
}

interface NewReaderMails {
  readonly accountId: string
  readonly statusPageId: string
  readonly isOnOwnDomain: boolean
  /** Of the person who asked for it; null: the first of the page. */
  readonly language: string | null
  readonly expiresAt: Date
  readonly now: Date
}

/** The same for addresses of readers and others: the answer to a visitor must not take longer for some. */
export async function insertReaderMails(
  tx: Queryable,
  { accountId, statusPageId, isOnOwnDomain, language, expiresAt, now }: NewReaderMails,
  mails: readonly NewReaderMail[],
): Promise<void> {
  await tx.rows(
    `insert into page_reader_mails (account_id, id, status_page_id, email, token_hash, encrypted_token, is_on_own_domain,
       expires_at, claimable_at, created_at, language)
     select $1, given.id, $2, given.email, given.token_hash, given.encrypted_token, $3, $4, $5, $5, $10
     from unnest($6::uuid[], $7::text[], $8::bytea[], $9::text[]) as given (id, email, token_hash, encrypted_token)`,
    [
      accountId,
      statusPageId,
      isOnOwnDomain,
      expiresAt,
      now,
      mails.map(({ id }) => id),
      mails.map(({ email }) => email),
      mails.map(({ tokenHash }) => tokenHash),
      mails.map(({ encryptedToken }) => encryptedToken),
      language,
    ],
  )
  await notify(tx, 'reader_mails')
}

export interface ClaimedReaderMail {
  readonly accountId: string
  readonly id: string
  readonly email: string
  readonly isOnOwnDomain: boolean
  readonly encryptedToken: string | null
  readonly leaseToken: string
  /** This attempt included. */
  readonly tries: number
  readonly pageName: string
  readonly pageUrl: string
  readonly customDomain: string | null
  readonly language: string | null
  /** Those that the page names; empty: all. */
  readonly languages: readonly string[]
  /** Whether the address is one of a reader of the page, and what the mail says still holds. */
  readonly isWanted: boolean
}

/** Leases mails that are due, with what they say. */
export const claimReaderMails = (db: Queryable, claim: LeaseClaim): Promise<Rows<ClaimedReaderMail>[]> =>
  db.namedRows(
    'claim-page-reader-mails',
    `with claimed as (${claimStatement(leaseTables.pageReaderMails)})
     select claimed.account_id, claimed.id, claimed.email, claimed.is_on_own_domain, claimed.encrypted_token,
       claimed.lease_token, claimed.tries, page.name as page_name, page.url as page_url, page.custom_domain,
       claimed.language, coalesce(display.settings -> 'languages', '[]'::jsonb) as languages,
       coalesce(claimed.expires_at > $1 and exists (select from status_page_readers reader
         where reader.account_id = claimed.account_id and reader.status_page_id = claimed.status_page_id
           and lower(reader.email) = lower(claimed.email)), false) as is_wanted
     from claimed
     join status_pages page on page.account_id = claimed.account_id and page.id = claimed.status_page_id
     left join status_page_displays display on display.account_id = page.account_id and display.status_page_id = page.id`,
    claimValues(claim),
  )

type HeldMail = Pick<ClaimedReaderMail, 'accountId' | 'id' | 'leaseToken'>

export interface ReaderMailTry extends HeldMail {
  readonly status: 'SENT' | 'RETRY' | 'REJECTED'
  readonly response: string
  /** When to try again; null when nothing is pending any more. */
  readonly claimableAt: Date | null
}

/** Records one attempt, unless the lease was lost. */
export const recordReaderMail = (db: Queryable, record: ReaderMailTry): Promise<unknown> =>
  db.rows(
    `update page_reader_mails set status = $4, response = $5, claimable_at = $6::timestamptz, lease_token = null,
       encrypted_token = case when $6::timestamptz is null then null else encrypted_token end
     where ${isHeld(leaseTables.pageReaderMails)}`,
    [record.accountId, record.id, record.leaseToken, record.status, record.response, record.claimableAt],
  )

/** Forgets a claimed mail that is not sent. */
export const deleteReaderMail = (db: Queryable, { accountId, id, leaseToken }: HeldMail): Promise<unknown> =>
  db.rows(`delete from page_reader_mails where ${isHeld(leaseTables.pageReaderMails)}`, [accountId, id, leaseToken])

export const deleteExpiredReaderMails = (db: Queryable, now: Date): Promise<unknown> =>
  db.rows(`delete from page_reader_mails where expires_at <= $1`, [now])

interface UsedToken {
  readonly accountId: string
  readonly statusPageId: string
  readonly tokenHash: Buffer
  readonly now: Date
}

/** Takes a sign-in link, which nobody can use again; answers the id of its reader, null without one. */
export async function takeReaderToken(
  db: Queryable,
  { accountId, statusPageId, tokenHash, now }: UsedToken,
): Promise<string | null> {
  const rows = await db.rows<{ id: string }>(
    `with taken as (
       delete from page_reader_mails where account_id = $1 and status_page_id = $2 and token_hash = $3 and expires_at > $4
       returning lower(email) as address)
     update status_page_readers set last_seen_at = $4 from taken
     where account_id = $1 and status_page_id = $2 and lower(email) = taken.address returning id`,
    [accountId, statusPageId, tokenHash, now],
  )
  return rows[0]?.id ?? null
}
