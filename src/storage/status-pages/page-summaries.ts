import type { Queryable } from '../database/queryable.ts'
import type { AnyPageRow } from './public-pages.ts'
import type { CursorWindow } from './status-page-services.ts'

type Rows<T> = T & Record<string, unknown>

export interface PageCopyRow {
  readonly target: 'directory' | 's3' | 'git'
  readonly writtenAt: string | null
  readonly failure: string | null
}

/** A page of either generation with the number of its subscribers and how far its custom domain is proven. */
export interface PageSummaryRow extends AnyPageRow {
  readonly verifiedSubscribers: number
  readonly pendingSubscribers: number
  /** Null without a domain that is verified. */
  readonly domainStatus: 'pending' | 'verified' | 'failed' | null
  /** Where copies are kept, since when; times are ISO 8601. Empty of private pages. */
  readonly copies: PageCopyRow[]
}

/** Oldest first; one page or all. */
export const listPageSummaryRows = (
  db: Queryable,
  { accountId, fromId, limit, statusPageId }: CursorWindow & { readonly statusPageId: string | null },
): Promise<PageSummaryRow[]> =>
  db.rows<Rows<PageSummaryRow>>(
    `select page.*, verification.status as domain_status,
       (select count(*) from status_page_subscribers subscriber where subscriber.account_id = page.account_id
          and subscriber.status_page_id = page.id and verified_at is not null and disabled_at is null)::int as verified_subscribers,
       (select count(*) from status_page_subscribers subscriber where subscriber.account_id = page.account_id
          and subscriber.status_page_id = page.id and verified_at is null)::int as pending_subscribers,
       case when page.is_private then '[]' else coalesce((
          select json_agg(json_build_object('target', target, 'writtenAt', to_char(written_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'failure', failure) order by target)
          from status_page_copies copy where copy.account_id = page.account_id and copy.status_page_id = page.id), '[]') end as copies
     from status_pages page
     left join domain_verifications verification on verification.account_id = page.account_id
       and verification.status_page_id = page.id and verification.domain = page.custom_domain
     where page.account_id = $1 and ($2::uuid is null or page.id > $2)
       and ($4::uuid is null or page.id = $4)
     order by page.id limit $3`,
    [accountId, fromId, limit, statusPageId],
  )

/** A page of an account, of either generation. */
export async function findAnyPage(db: Queryable, accountId: string, id: string): Promise<AnyPageRow | null> {
  const rows = await db.rows<Rows<AnyPageRow>>(`select * from status_pages where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Like findAnyPage, and keeps others from changing the page until the transaction ends. */
export async function lockAnyPage(tx: Queryable, accountId: string, id: string): Promise<AnyPageRow | null> {
  const rows = await tx.rows<Rows<AnyPageRow>>(
    `select * from status_pages where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** A check that opens incidents on a service. */
export interface ServiceSourceRow {
  readonly serviceId: string
  readonly id: string
  readonly name: string
  readonly activated: boolean
  /** How many checks open incidents on the service. */
  readonly total: number
}

/** The first checks by name that open incidents on each of some services, `ofEach` at most. */
export const listServiceSources = (
  db: Queryable,
  { accountId, serviceIds, ofEach }: { accountId: string; serviceIds: readonly string[]; ofEach: number },
): Promise<ServiceSourceRow[]> =>
  db.rows<Rows<ServiceSourceRow>>(
    `select service_id, id, name, activated, total from (
       select feeding.*, (count(*) over (partition by service_id))::int as total,
         row_number() over (partition by service_id order by folded(name), id) as place
       from (select lower(settings -> 'triggerIncident' ->> 'serviceId') as service_id, id, name, activated
         from checks where account_id = $1 and settings -> 'triggerIncident' ->> 'serviceId' is not null) feeding
       where service_id = any($2::text[])) numbered
     where place <= $3 order by service_id, place`,
    [accountId, serviceIds, ofEach],
  )

/** The services on which checks open incidents, oldest first. */
export async function listFedServices(db: Queryable, { accountId, fromId, limit }: CursorWindow): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from status_page_services where account_id = $1 and ($2::uuid is null or id > $2) and id::text in (
       select lower(settings -> 'triggerIncident' ->> 'serviceId') from checks
       where account_id = $1 and settings -> 'triggerIncident' ->> 'serviceId' is not null)
     order by id limit $3`,
    [accountId, fromId, limit],
  )
  return rows.map(({ id }) => id)
}

export interface TaggedCheckRow {
  readonly id: string
  readonly name: string
  readonly activated: boolean
  /** How many there are in all. */
  readonly total: number
}

/** The first checks by name that have one of the tags, or whose group has. */
export const listTaggedChecks = (
  db: Queryable,
  { accountId, tags, limit }: { readonly accountId: string; readonly tags: readonly string[]; readonly limit: number },
): Promise<TaggedCheckRow[]> =>
  db.rows<Rows<TaggedCheckRow>>(
    `select checks.id, checks.name, checks.activated, (count(*) over ())::int as total
     from checks
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where checks.account_id = $1 and (checks.tags && $2::text[] or check_groups.tags && $2::text[])
     order by folded(checks.name), checks.id limit $3`,
    [accountId, tags, limit],
  )
