import type { Queryable } from '../database/queryable.ts'

export interface CopiedPage {
  readonly accountId: string
  readonly statusPageId: string
}

/** Records that copies of pages at a place were written, or why they were not; what was written before stays. */
export const recordCopies = (
  db: Queryable,
  { target, pages, at, failure }: { target: string; pages: readonly CopiedPage[]; at: Date; failure: string | null },
): Promise<unknown> =>
  db.rows(
    `insert into status_page_copies (account_id, status_page_id, target, written_at, failed_at, failure)
     select page.account_id, page.id, $1, case when $4::text is null then $3::timestamptz end,
       case when $4 is not null then $3 end, $4
     from unnest($2::uuid[], $5::uuid[]) as given (account_id, id)
     join status_pages page on page.account_id = given.account_id and page.id = given.id
     on conflict (account_id, status_page_id, target) do update set
       written_at = coalesce(excluded.written_at, status_page_copies.written_at),
       failed_at = excluded.failed_at, failure = excluded.failure`,
    [
      target,
      pages.map(({ accountId }) => accountId),
      at,
      failure?.replaceAll('\u0000', '').toWellFormed() ?? null,
      pages.map(({ statusPageId }) => statusPageId),
    ],
  )

export interface CopyState {
  /** Of how many public pages. */
  readonly pages: number
  /** Of the oldest copy; null while one is missing. */
  readonly oldestAt: Date | null
  /** Why some of them was not written the last time. */
  readonly failure: string | null
}

/** The state of the copies of all public pages at a place. */
export async function readCopyState(db: Queryable, target: string): Promise<CopyState> {
  const rows = await db.rows<CopyState & Record<string, unknown>>(
    `select count(*)::integer as pages, max(copy.failure) as failure,
       case when count(*) = count(copy.written_at) then min(copy.written_at) end as oldest_at
     from status_pages page
     left join status_page_copies copy
       on copy.account_id = page.account_id and copy.status_page_id = page.id and copy.target = $1
     where not page.is_private`,
    [target],
  )
  return rows[0] ?? { pages: 0, oldestAt: null, failure: null }
}

/** Changes with everything that pages of an account say of incidents and maintenances, at whatever time it was. */
export async function readPublicVersion(db: Queryable, accountId: string): Promise<string> {
  const rows = await db.namedRows<{ version: string }>(
    'read-public-version',
    `select concat_ws(' ',
       (select count(*) || ' ' || coalesce(max(updated_at)::text, '') from incidents
        where account_id = $1 and unpublished_at is null),
       (select count(*) || ' ' || coalesce(max(coalesce(updated_at, created_at))::text, '') from incident_updates
        where account_id = $1),
       (select count(*) || ' ' || coalesce(max(updated_at)::text, '') from maintenances where account_id = $1),
       (select count(*) || ' ' || coalesce(max(created_at)::text, '') from maintenance_updates
        where account_id = $1)) as version`,
    [accountId],
  )
  return rows[0]?.version ?? ''
}
