import type { FeedProblem, FeedState } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { ComponentFeedsTable, ComponentFeedStatesTable, FollowedPagesTable } from '../generated/tables.ts'

/** The page of a provider, read for all components of an account that follow it. */
export type FollowedPageRow = Narrowed<FollowedPagesTable, { readonly problem: FeedProblem | null }>

/** The page of a provider, or a component of it, that a component follows. */
export type ComponentFeedRow = ComponentFeedsTable

/** A time in which a followed component was not operational. */
export type FeedStateRow = Narrowed<ComponentFeedStatesTable, { readonly state: Exclude<FeedState, 'OPERATIONAL'> }>

type Rows<T> = T & Record<string, unknown>

/** The pages that are due, the longest waiting first; no other process gets them before `until`. */
export const claimFollowedPages = (
  db: Queryable,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<FollowedPageRow[]> =>
  db.namedRows<Rows<FollowedPageRow>>(
    'claim-followed-pages',
    `with due as (
       select account_id, url from followed_pages
       where next_check_at <= $1 order by next_check_at limit $3 for no key update skip locked)
     update followed_pages page set next_check_at = $2 from due
     where page.account_id = due.account_id and page.url = due.url
     returning page.*`,
    [now, until, limit],
  )

/** Forgets pages that no component follows any more. */
export const dropUnfollowedPages = (tx: Queryable, pages: readonly FollowedPageRow[]): Promise<unknown> =>
  tx.rows(
    `delete from followed_pages page using jsonb_to_recordset($1::jsonb) as idle (account_id uuid, url text)
     where page.account_id = idle.account_id and page.url = idle.url and not exists (
       select from component_feeds feed where feed.account_id = page.account_id and feed.url = page.url)`,
    [recordset(pages.map(({ accountId, url }) => ({ accountId, url })))],
  )

/** Records how a page was read; false when it is to be read for another follower meanwhile, or by another process. */
export async function recordFollowedPage(
  tx: Queryable,
  before: FollowedPageRow,
  row: FollowedPageRow,
): Promise<boolean> {
  const rows = await tx.rows(
    `update followed_pages set next_check_at = $4, checked_at = $5, read_at = $6, failures = $7, problem = $8, etag = $9,
       last_modified = $10, name = $11
     where account_id = $1 and url = $2 and next_check_at = $3 returning url`,
    [
      before.accountId,
      before.url,
      before.nextCheckAt,
      row.nextCheckAt,
      row.checkedAt,
      row.readAt,
      row.failures,
      row.problem,
      row.etag,
      row.lastModified,
      row.name,
    ],
  )
  return rows.length > 0
}

/** A component that follows a page, with what it is besides operational. */
export interface FollowerRow extends ComponentFeedRow {
  readonly state: FeedStateRow['state'] | null
  readonly startedAt: Date | null
}

/** The components that follow a page, held until the transaction ends. */
export const lockFollowers = (tx: Queryable, accountId: string, url: string): Promise<FollowerRow[]> =>
  tx.rows<Rows<FollowerRow>>(
    `select feed.*, lasting.state, lasting.started_at from component_feeds feed
     left join component_feed_states lasting on lasting.account_id = feed.account_id
       and lasting.component_id = feed.component_id and lasting.ended_at is null
     where feed.account_id = $1 and feed.url = $2 order by feed.component_id for no key update of feed`,
    [accountId, url],
  )

/** Ends what lasts of some components, each at its time. */
export const endFeedStates = (
  tx: Queryable,
  accountId: string,
  ended: readonly { readonly componentId: string; readonly at: Date }[],
): Promise<unknown> =>
  tx.rows(
    `update component_feed_states lasting set ended_at = greatest(lasting.started_at, ended.at)
     from jsonb_to_recordset($2::jsonb) as ended (component_id uuid, at timestamptz)
     where lasting.account_id = $1 and lasting.component_id = ended.component_id and lasting.ended_at is null`,
    [accountId, recordset(ended)],
  )

/** Adds states, and forgets those of the same components that ended before a time. */
export async function insertFeedStates(tx: Queryable, rows: readonly FeedStateRow[], keptFrom: Date): Promise<void> {
  await tx.rows(
    `delete from component_feed_states old using jsonb_to_recordset($1::jsonb) as given (account_id uuid, component_id uuid)
     where old.account_id = given.account_id and old.component_id = given.component_id and old.ended_at < $2`,
    [recordset(rows), keptFrom],
  )
  await tx.rows(
    `insert into component_feed_states (account_id, component_id, started_at, ended_at, state)
     select account_id, component_id, started_at, ended_at, state
     from jsonb_to_recordset($1::jsonb) as given (account_id uuid, component_id uuid, started_at timestamptz,
       ended_at timestamptz, state text)
     on conflict do nothing`,
    [recordset(rows)],
  )
}

/** Keeps what the provider calls the components that are followed. */
export const nameFeeds = (
  tx: Queryable,
  accountId: string,
  named: readonly { readonly componentId: string; readonly remoteName: string }[],
): Promise<unknown> =>
  tx.rows(
    `update component_feeds feed set remote_name = named.remote_name
     from jsonb_to_recordset($2::jsonb) as named (component_id uuid, remote_name text)
     where feed.account_id = $1 and feed.component_id = named.component_id`,
    [accountId, recordset(named)],
  )

interface ComponentsOfAccount {
  readonly accountId: string
  readonly componentIds: readonly string[]
}

export const deleteFeeds = (tx: Queryable, { accountId, componentIds }: ComponentsOfAccount): Promise<unknown> =>
  tx.rows(`delete from component_feeds where account_id = $1 and component_id = any($2::uuid[])`, [
    accountId,
    componentIds,
  ])

/** Has components follow pages, each of which is read from the beginning and at once. */
export async function saveFeeds(tx: Queryable, rows: readonly ComponentFeedRow[]): Promise<void> {
  await tx.rows(
    `insert into followed_pages (account_id, url, next_check_at)
     select account_id, url, min(followed_since)
     from jsonb_to_recordset($1::jsonb) as given (account_id uuid, url text, followed_since timestamptz)
     group by account_id, url order by url
     on conflict (account_id, url) do update
       set next_check_at = excluded.next_check_at, etag = null, last_modified = null`,
    [recordset(rows)],
  )
  await tx.rows(
    `insert into component_feeds (account_id, component_id, url, remote_id, remote_name, followed_since)
     select account_id, component_id, url, remote_id, remote_name, followed_since
     from jsonb_to_recordset($1::jsonb) as given (account_id uuid, component_id uuid, url text, remote_id text,
       remote_name text, followed_since timestamptz)
     on conflict (account_id, component_id) do update set url = excluded.url, remote_id = excluded.remote_id,
       remote_name = excluded.remote_name, followed_since = excluded.followed_since`,
    [recordset(rows)],
  )
}

/** How many pages of providers the components of an account follow. */
export async function countFollowedPages(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.rows<{ count: number }>(
    `select count(distinct url)::int as count from component_feeds where account_id = $1`,
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/** A component that follows a page of a provider or has followed one, with its states besides operational, oldest first. */
export interface FollowedComponentRow {
  readonly componentId: string
  /** Null when it follows nothing any more, as the four that follow. */
  readonly url: string | null
  readonly followedSince: Date | null
  readonly remoteId: string | null
  readonly remoteName: string | null
  readonly pageName: string | null
  readonly readAt: Date | null
  readonly checkedAt: Date | null
  readonly problem: FeedProblem | null
  /** In epoch milliseconds; the end is null while it lasts. */
  readonly spans: readonly (readonly [state: FeedStateRow['state'], startMs: number, endMs: number | null])[]
}

/** The components of a page that follow one of a provider, or were not operational by one since a time. */
export const listFollowedComponents = (
  db: Queryable,
  { accountId, statusPageId, from }: { accountId: string; statusPageId: string; from: Date },
): Promise<FollowedComponentRow[]> =>
  db.namedRows<Rows<FollowedComponentRow>>(
    'list-followed-components',
    `select component.id as component_id, feed.url, feed.followed_since, feed.remote_id, feed.remote_name,
       followed.name as page_name, followed.read_at, followed.checked_at, followed.problem,
       coalesce(states.spans, '[]') as spans
     from status_page_components component
     left join component_feeds feed on feed.account_id = component.account_id and feed.component_id = component.id
     left join followed_pages followed on followed.account_id = feed.account_id and followed.url = feed.url
     left join lateral (
       select json_agg(json_build_array(state, round(date_part('epoch', started_at) * 1000),
         round(date_part('epoch', ended_at) * 1000)) order by started_at) as spans
       from component_feed_states past where past.account_id = component.account_id and past.component_id = component.id
         and (past.ended_at is null or past.ended_at > $3)) states on true
     where component.account_id = $1 and component.status_page_id = $2
       and (feed.url is not null or states.spans is not null)
     order by component.id`,
    [accountId, statusPageId, from],
  )
