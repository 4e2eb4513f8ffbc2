import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { StatusPageReadersTable } from '../generated/tables.ts'
import type { PartOfPage } from './part-of-page.ts'

/** Somebody who may read a private page. */
export type PageReaderRow = StatusPageReadersTable

type Rows<T> = T & Record<string, unknown>

/** By address. */
export const listPageReaders = (db: Queryable, accountId: string, statusPageId: string): Promise<PageReaderRow[]> =>
  db.rows<Rows<PageReaderRow>>(
    `select * from status_page_readers where account_id = $1 and status_page_id = $2 order by lower(email), id`,
    [accountId, statusPageId],
  )

interface NewReaders {
  readonly accountId: string
  readonly statusPageId: string
  readonly ids: readonly string[]
  readonly emails: readonly string[]
  readonly now: Date
}

/** Skips addresses that the page has; answers the others. */
export const insertPageReaders = (
  tx: Queryable,
  { accountId, statusPageId, ids, emails, now }: NewReaders,
): Promise<PageReaderRow[]> =>
  tx.rows<Rows<PageReaderRow>>(
    `insert into status_page_readers (account_id, id, status_page_id, email, created_at)
     select $1, given.id, $2, given.email, $5 from unnest($3::uuid[], $4::text[]) as given (id, email)
     on conflict (account_id, status_page_id, lower(email)) do nothing returning *`,
    [accountId, statusPageId, ids, emails, now],
  )

export async function countPageReaders(tx: Queryable, accountId: string, statusPageId: string): Promise<number> {
  const rows = await tx.rows<{ readers: number }>(
    `select count(*)::int as readers from status_page_readers where account_id = $1 and status_page_id = $2`,
    [accountId, statusPageId],
  )
  return rows[0]?.readers ?? 0
}

/** Removes a reader with the links that were sent or wait. */
export const deletePageReader = (tx: Queryable, { accountId, statusPageId, id }: PartOfPage): Promise<boolean> =>
  findsAny(
    tx,
    `with removed as (
       delete from status_page_readers where account_id = $1 and status_page_id = $2 and id = $3
       returning id, lower(email) as address),
     mails as (
       delete from page_reader_mails using removed
       where account_id = $1 and status_page_id = $2 and lower(email) = removed.address)
     select id from removed`,
    [accountId, statusPageId, id],
  )

interface Seen extends PartOfPage {
  readonly now: Date
  /** A reader who was seen after this is not written again. */
  readonly before: Date
}

/** Whether the page has this reader, who is reading it. */
export const seePageReader = (db: Queryable, { accountId, statusPageId, id, now, before }: Seen): Promise<boolean> =>
  findsAny(
    db,
    `with reader as (
       select id, last_seen_at from status_page_readers where account_id = $1 and status_page_id = $2 and id = $3),
     seen as (
       update status_page_readers set last_seen_at = $4 from reader
       where account_id = $1 and status_page_readers.id = reader.id and coalesce(reader.last_seen_at < $5, true))
     select id from reader`,
    [accountId, statusPageId, id, now, before],
  )

/** How a private page is opened. */
export interface PageAccessRow {
  readonly hasPassword: boolean
  readonly hasReaders: boolean
}

export async function findPageAccess(db: Queryable, accountId: string, statusPageId: string): Promise<PageAccessRow> {
  const rows = await db.rows<Rows<PageAccessRow>>(
    `select
       coalesce(exists (select from status_page_keys where account_id = $1 and status_page_id = $2), false) as has_password,
       coalesce(exists (select from status_page_readers where account_id = $1 and status_page_id = $2), false) as has_readers`,
    [accountId, statusPageId],
  )
  return rows[0] ?? { hasPassword: false, hasReaders: false }
}
