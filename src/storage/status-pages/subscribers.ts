import type { SubscriberKind } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ComponentsOfPage } from './page-components.ts'
import type { StatusPageSubscribersTable, StatusPagesTable } from '../generated/tables.ts'

/** Somebody who is mailed what a status page says, once the address is verified. */
export type SubscriberRow = Narrowed<
  Omit<StatusPageSubscribersTable, 'bounces' | 'bouncedSince'>,
  {
    readonly kind: SubscriberKind
    /** SHA-256 of the token in the latest verification mail. */
    readonly tokenHash: Buffer | null
  }
>

/** A status page as visitors know it. */
export type VisitedPage = Pick<StatusPagesTable, 'accountId' | 'id' | 'name' | 'url' | 'isPrivate'>

type Rows<T> = T & Record<string, unknown>

export async function findVisitedPage(db: Queryable, statusPageId: string): Promise<VisitedPage | null> {
  const rows = await db.rows<Rows<VisitedPage>>(
    `select account_id, id, name, url, is_private from status_pages where id = $1`,
    [statusPageId],
  )
  return rows[0] ?? null
}

/** Oldest first. */
export const listSubscribers = (db: Queryable, accountId: string, statusPageId: string) =>
  db.rows<Rows<SubscriberRow>>(
    `select * from status_page_subscribers where account_id = $1 and status_page_id = $2 order by id`,
    [accountId, statusPageId],
  )

/** Newest first, in one status or in any. */
export const listPageSubscribers = (
  db: Queryable,
  window: {
    readonly accountId: string
    readonly statusPageId: string
    readonly isVerified: boolean | null
    /** Part of the address; empty for all. */
    readonly search: string
    readonly fromId: string | null
    readonly limit: number
  },
): Promise<SubscriberRow[]> =>
  db.rows<Rows<SubscriberRow>>(
    `select * from status_page_subscribers where account_id = $1 and status_page_id = $2 and ($3::uuid is null or id < $3)
       and ($4::boolean is null or (verified_at is not null) = $4)
       and ($6 = '' or position(lower($6) in lower(address)) > 0)
     order by id desc limit $5`,
    [window.accountId, window.statusPageId, window.fromId, window.isVerified, window.limit, window.search],
  )

/** Takes deleted components, or deleted services of any page, from what subscribers have chosen. */
export const forgetComponents = (
  tx: Queryable,
  { accountId, ids }: Pick<ComponentsOfPage, 'accountId' | 'ids'>,
): Promise<unknown> =>
  tx.rows(
    `update status_page_subscribers
     set subscribed_components = array(select unnest(subscribed_components) except select unnest($2::uuid[]))
     where account_id = $1 and subscribed_components && $2::uuid[]`,
    [accountId, ids],
  )

/** Skips addresses the page has already; returns the ids of the others. */
export async function insertSubscribers(tx: Queryable, rows: readonly SubscriberRow[]): Promise<Set<string>> {
  const inserted = await tx.rows<{ id: string }>(
    `insert into status_page_subscribers (account_id, id, status_page_id, address, verified_at, token_hash, token_expires_at,
       created_at, updated_at, subscribed_components, kind, encrypted_target, language)
     select account_id, id, status_page_id, address, verified_at, decode(token_hash, 'hex'), token_expires_at, created_at,
       updated_at, subscribed_components, kind, encrypted_target, language
     from jsonb_to_recordset($1::jsonb) as s (account_id uuid, id uuid, status_page_id uuid, address text,
       verified_at timestamptz, token_hash text, token_expires_at timestamptz, created_at timestamptz, updated_at timestamptz,
       subscribed_components uuid[], kind text, encrypted_target text, language text)
     on conflict (account_id, status_page_id, lower(address)) do nothing
     returning id`,
    [recordset(rows.map((row) => ({ ...row, tokenHash: row.tokenHash?.toString('hex') ?? null })))],
  )
  return new Set(inserted.map(({ id }) => id))
}

/** The subscriber with this address, in any case of letters, held until the transaction ends. */
export async function lockSubscriberByAddress(
  tx: Queryable,
  { accountId, statusPageId, address }: { accountId: string; statusPageId: string; address: string },
): Promise<SubscriberRow | null> {
  const rows = await tx.rows<Rows<SubscriberRow>>(
    `select * from status_page_subscribers
     where account_id = $1 and status_page_id = $2 and lower(address) = lower($3) for no key update`,
    [accountId, statusPageId, address],
  )
  return rows[0] ?? null
}

/** Puts another verification token in place of the last one. */
export const replaceToken = (
  tx: Queryable,
  { accountId, id, tokenHash, tokenExpiresAt, updatedAt }: SubscriberRow,
): Promise<unknown> =>
  tx.rows(
    `update status_page_subscribers set token_hash = $3, token_expires_at = $4, updated_at = $5
     where account_id = $1 and id = $2`,
    [accountId, id, tokenHash, tokenExpiresAt, updatedAt],
  )

/** Marks the subscriber of a token that is not over as verified, also again; answers the page, and whether it was not. */
export const verifyByToken = (
  tx: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<(VisitedPage & { readonly isNew: boolean }) | null> =>
  firstPage(
    tx,
    `with held as (
       select id, verified_at is null as is_new from status_page_subscribers
       where token_hash = $1 and token_expires_at > $2 for no key update),
     verified as (
       update status_page_subscribers subscriber set verified_at = coalesce(verified_at, $2),
         updated_at = case when verified_at is null then $2 else updated_at end, disabled_at = null, disabled_reason = null,
         bounces = case when disabled_at is null then bounces else 0 end,
         bounced_since = case when disabled_at is null then bounced_since end
       from held where subscriber.id = held.id returning account_id, status_page_id, is_new)
     select page.account_id, page.id, page.name, page.url, page.is_private, verified.is_new
     from verified join status_pages page on page.account_id = verified.account_id and page.id = verified.status_page_id`,
    [tokenHash, now],
  )

/** A verified or pending subscriber with this id, of any page. */
export async function findSubscriberById(db: Queryable, id: string): Promise<SubscriberRow | null> {
  const rows = await db.rows<Rows<SubscriberRow>>(`select * from status_page_subscribers where id = $1`, [id])
  return rows[0] ?? null
}

export type SubscriberWish = Pick<SubscriberRow, 'accountId' | 'id' | 'subscribedComponents' | 'language'>

/** Changes what a subscriber is told about, null for everything, and in which language. */
export const setSubscriberWish = (
  db: Queryable,
  { accountId, id, subscribedComponents: chosen, language, now }: SubscriberWish & { readonly now: Date },
): Promise<unknown> =>
  db.rows(
    `update status_page_subscribers set subscribed_components = $3::uuid[], language = $5, updated_at = $4
     where account_id = $1 and id = $2`,
    [accountId, id, chosen, now, language],
  )

/** Deletes a subscriber with its pending mails; returns the page. */
export const deleteSubscriberById = (db: Queryable, id: string): Promise<VisitedPage | null> =>
  firstPage(
    db,
    `with deleted as (delete from status_page_subscribers where id = $1 returning account_id, status_page_id)
     select page.account_id, page.id, page.name, page.url, page.is_private
     from deleted join status_pages page on page.account_id = deleted.account_id and page.id = deleted.status_page_id`,
    [id],
  )

async function firstPage<Page extends VisitedPage>(
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<Page | null> {
  const rows = await db.rows<Rows<Page>>(text, values)
  return rows[0] ?? null
}

export const deleteSubscriber = (
  db: Queryable,
  { accountId, statusPageId, id }: { accountId: string; statusPageId: string; id: string },
): Promise<boolean> =>
  findsAny(db, `delete from status_page_subscribers where account_id = $1 and status_page_id = $2 and id = $3`, [
    accountId,
    statusPageId,
    id,
  ])

/** Deletes addresses that were never verified and to which no verification was sent since. */
export const deletePendingSubscribers = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from status_page_subscribers where verified_at is null and updated_at < $1`, [before])
