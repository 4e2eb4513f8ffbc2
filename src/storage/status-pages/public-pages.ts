import type { IncidentStatus, MaintenanceStatus, MaintenanceVisibility } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { ComponentPageRow } from './component-pages.ts'
import type { PageDisplaySettings } from './page-displays.ts'
import type { StatusPageRow } from './status-pages.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { IncidentUpdatesTable, MaintenanceUpdatesTable, StatusPagesTable } from '../generated/tables.ts'

type Rows<T> = T & Record<string, unknown>

/** A page of either generation, with a custom domain only where it is served. */
export type AnyPageRow = Narrowed<
  StatusPagesTable,
  { readonly settings: StatusPageRow['settings'] | ComponentPageRow['settings'] }
>

/** Domains of pages with components are served once they are verified. */
const servedDomains = `(
  select account_id, id, url, custom_domain from status_pages where generation = 2 and custom_domain is not null
  union all
  select page.account_id, page.id, page.url, page.custom_domain
  from domain_verifications verification
  join status_pages page on page.account_id = verification.account_id and page.id = verification.status_page_id
  where verification.status = 'verified' and page.custom_domain = verification.domain)`

/** A page as readers get it; `display` is null while nothing but the defaults is set. */
export interface ShownPageRow extends AnyPageRow {
  readonly display: PageDisplaySettings | null
}

/** The page with an address, of whatever account. */
export async function findPageByUrl(db: Queryable, url: string): Promise<ShownPageRow | null> {
  const rows = await db.namedRows<Rows<ShownPageRow>>(
    'find-page-by-url',
    `select page.*, (select custom_domain from ${servedDomains} served
       where served.account_id = page.account_id and served.id = page.id) as custom_domain,
       (select display.settings from status_page_displays display
       where display.account_id = page.account_id and display.status_page_id = page.id) as display
     from status_pages page where url = $1`,
    [url],
  )
  return rows[0] ?? null
}

/** Domains on which pages of the installation are served, in lowercase, with the URL path of the page. */
export const listCustomDomains = (db: Queryable): Promise<{ customDomain: string; url: string }[]> =>
  db.namedRows('list-custom-domains', `select custom_domain, url from ${servedDomains} served`)

/** The addresses of all pages of the installation that need no password. */
export async function listPublicUrls(db: Queryable): Promise<string[]> {
  const rows = await db.namedRows<{ url: string }>(
    'list-public-urls',
    `select url from status_pages where not is_private order by url`,
    [],
  )
  return rows.map(({ url }) => url)
}

export interface PageServiceRow {
  readonly cardId: string
  readonly cardPosition: number
  readonly cardName: string
  /** Null on a card without services, as the two that follow. */
  readonly serviceId: string | null
  readonly serviceName: string | null
  readonly serviceCreatedAt: Date | null
}

/** The cards of a page with their services, in the order of display. */
export const listPageServices = (db: Queryable, accountId: string, pageId: string): Promise<PageServiceRow[]> =>
  db.namedRows(
    'list-placed-services',
    `select cards.id as card_id, cards.position as card_position, cards.name as card_name, services.id as service_id,
       services.name as service_name, services.created_at as service_created_at
     from status_page_cards cards
     left join status_page_card_services placed on placed.account_id = cards.account_id and placed.card_id = cards.id
     left join status_page_services services
       on services.account_id = placed.account_id and services.id = placed.service_id
     where cards.account_id = $1 and cards.status_page_id = $2
     order by cards.position, cards.id, placed.position`,
    [accountId, pageId],
  )

/** An incident without its updates. */
export interface PageIncidentRow {
  readonly id: string
  readonly name: string
  readonly severity: string
  readonly createdAt: Date
  /** Those of the requested services, in the order of the incident. */
  readonly serviceIds: string[]
  /** The status and public date, in epoch milliseconds, of all its updates, oldest first. */
  readonly said: [IncidentStatus, number][]
  /** In Markdown; null while it is a draft. */
  readonly postMortem: string | null
  readonly postMortemPublishedAt: Date | null
}

export interface IncidentFilter {
  readonly accountId: string
  readonly serviceIds: readonly string[]
  /** Those with an update from here on … */
  readonly from: Date
  /** … and before this; null for no end. */
  readonly before: Date | null
  /** Those that are not resolved as well. */
  readonly withOpen: boolean
  readonly limit: number
}

/** The post-mortem as readers see it. */
export const publishedPostMortem =
  'case when incidents.post_mortem_published_at is not null then incidents.post_mortem end as post_mortem, incidents.post_mortem_published_at'

/** Of incidents of the account `$1` as they are shown for the services `$2`. */
const pageColumns = `incidents.id, incidents.name, incidents.severity, incidents.created_at, ${publishedPostMortem},
  array(select service_id::text from incident_services
    where account_id = $1 and incident_id = incidents.id and service_id = any($2::uuid[])
    order by position) as service_ids,
  coalesce((select json_agg(json_build_array(status, round(date_part('epoch', public_at) * 1000))
      order by public_at, created_at, id)
    from incident_updates where account_id = $1 and incident_id = incidents.id), '[]') as said`

/** The latest incidents of any of these services with an update within a time range, newest first. */
export async function listPageIncidents(db: Queryable, filter: IncidentFilter): Promise<PageIncidentRow[]> {
  if (filter.serviceIds.length === 0) return []
  return db.namedRows(
    'list-placed-incidents',
    `with touched as (
       select id from incidents where account_id = $1 and $5 and last_update_status <> 'RESOLVED'
       union
       select incident_id from incident_updates
       where account_id = $1 and public_at >= $3 and public_at < coalesce($4, 'infinity'::timestamptz)
     ), placed as (
       select id from touched where exists (
         select from incident_services
         where account_id = $1 and incident_id = touched.id and service_id = any($2::uuid[]))
         and exists (select from incidents shown where shown.account_id = $1 and shown.id = touched.id
           and shown.unpublished_at is null)
       order by id desc limit $6
     )
     select ${pageColumns}
     from placed join incidents on incidents.account_id = $1 and incidents.id = placed.id
     order by incidents.id desc`,
    [filter.accountId, filter.serviceIds, filter.from, filter.before, filter.withOpen, filter.limit],
  )
}

/** One incident if it is on any of these services. */
export async function findPageIncident(
  db: Queryable,
  { accountId, serviceIds, id }: { accountId: string; serviceIds: readonly string[]; id: string },
): Promise<PageIncidentRow | null> {
  const rows = await db.namedRows<Rows<PageIncidentRow>>(
    'find-placed-incident',
    `select ${pageColumns}
     from incidents where account_id = $1 and id = $3 and unpublished_at is null`,
    [accountId, serviceIds, id],
  )
  const [found] = rows
  return found === undefined || found.serviceIds.length === 0 ? null : found
}

export type PublicIncidentUpdateRow = Narrowed<
  Omit<IncidentUpdatesTable, 'accountId' | 'notifySubscribers' | 'createdAt' | 'updatedAt'>,
  {
    readonly status: IncidentStatus
  }
>

/** The updates of incidents until a time, newest first, the latest `limit` of each. */
export async function listPublicIncidentUpdates(
  db: Queryable,
  { accountId, ids, until, limit }: { accountId: string; ids: readonly string[]; until: Date; limit: number },
): Promise<PublicIncidentUpdateRow[]> {
  if (ids.length === 0) return []
  return db.namedRows(
    'list-incident-updates',
    `select updates.* from unnest($2::uuid[]) as requested (id)
     cross join lateral (
       select incident_id, id, status, description, public_at, created_at from incident_updates
       where account_id = $1 and incident_id = requested.id and public_at <= $3
       order by public_at desc, created_at desc, id desc limit $4) updates
     order by updates.public_at desc, updates.created_at desc, updates.id desc`,
    [accountId, ids, until, limit],
  )
}

/** A published maintenance with the public fields of its window. */
export interface PageMaintenanceRow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly severity: MaintenanceVisibility['severity']
  readonly status: MaintenanceStatus
  readonly startsAt: Date
  readonly endsAt: Date
  readonly effectiveFrom: Date | null
  /** Null: until it is closed. */
  readonly effectiveUntil: Date | null
  readonly createdAt: Date
  readonly showsServices: boolean
  readonly affectsAll: boolean
  readonly serviceIds: string[]
}

export interface MaintenanceFilter {
  readonly accountId: string
  readonly pageId: string
  /** Those on the page. */
  readonly serviceIds: readonly string[]
  /** Those that are not over before this … */
  readonly from: Date
  /** … and begin before this; null for no end. */
  readonly before: Date | null
  /** This one alone. */
  readonly id: string | null
  readonly limit: number
}

/**
 * Maintenances that a page shows, latest first: published ones whose window names the page, or names no page and affects
 * a service of it.
 */
export const listPageMaintenances = (db: Queryable, filter: MaintenanceFilter): Promise<PageMaintenanceRow[]> =>
  db.namedRows(
    'list-placed-maintenances',
    `select m.id, windows.name, windows.description, windows.visibility ->> 'severity' as severity, m.status, m.starts_at,
       m.ends_at, m.effective_from, nullif(m.effective_until, 'infinity') as effective_until, m.created_at,
       not windows.visibility @> '{"showAffectedServices": false}' as shows_services,
       windows.visibility @> '{"affectAllServices": true}' as affects_all,
       array(select jsonb_array_elements_text(windows.visibility -> 'serviceIds')) as service_ids
     from maintenances m
     join maintenance_windows windows on windows.account_id = m.account_id and windows.id = m.window_id
     where m.account_id = $1 and windows.visibility @> '{"enabled": true}'
       and (windows.visibility -> 'statusPageIds' ? $2 or (windows.visibility -> 'statusPageIds' = '[]'
         and (windows.visibility @> '{"affectAllServices": true}' or windows.visibility -> 'serviceIds' ?| $3::text[])))
       and greatest(m.ends_at, m.effective_until) >= $4 and m.starts_at < coalesce($5, 'infinity'::timestamptz)
       and ($6::uuid is null or m.id = $6)
     order by m.starts_at desc, m.id desc limit $7`,
    [filter.accountId, filter.pageId, filter.serviceIds, filter.from, filter.before, filter.id, filter.limit],
  )

export type PublicMaintenanceUpdateRow = Narrowed<
  Pick<MaintenanceUpdatesTable, 'maintenanceId' | 'id' | 'status' | 'description' | 'createdAt'>,
  {
    readonly status: MaintenanceStatus
  }
>

/** The updates of maintenances, newest first, the latest `limit` of each. */
export async function listPublicMaintenanceUpdates(
  db: Queryable,
  { accountId, ids, limit }: { accountId: string; ids: readonly string[]; limit: number },
): Promise<PublicMaintenanceUpdateRow[]> {
  if (ids.length === 0) return []
  return db.namedRows(
    'list-maintenance-updates',
    `select updates.* from unnest($2::uuid[]) as requested (id)
     cross join lateral (
       select maintenance_id, id, status, description, created_at from maintenance_updates
       where account_id = $1 and maintenance_id = requested.id
       order by id desc limit $3) updates
     order by updates.id desc`,
    [accountId, ids, limit],
  )
}
