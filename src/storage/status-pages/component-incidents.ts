import type { ComponentImpact, IncidentStatus } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { IncidentComponentImpactsTable, IncidentsTable } from '../generated/tables.ts'
import type { IncidentUpdateRow } from './incidents.ts'
import type { ComponentsOfPage } from './page-components.ts'
import type { PartOfPage, PartsOfPageWindow } from './part-of-page.ts'
import { publishedPostMortem } from './public-pages.ts'
import type { IncidentFilter } from './public-pages.ts'

/** An incident of a page with components. */
export type ComponentIncidentRow = Narrowed<IncidentsTable, { readonly statusPageId: string }>

export type ImpactRow = Narrowed<IncidentComponentImpactsTable, { readonly status: ComponentImpact }>

/** An incident with its impacts, oldest first, and its updates, newest first. */
export interface ComponentIncident {
  readonly incident: ComponentIncidentRow
  readonly impacts: readonly ImpactRow[]
  readonly updates: readonly IncidentUpdateRow[]
}

type Rows<T> = T & Record<string, unknown>

/** The one that was updated last first; `fromId` is the last of the page before. */
export const listComponentIncidents = async (db: Queryable, window: PartsOfPageWindow): Promise<ComponentIncident[]> =>
  componentIncidentsWithParts(
    db,
    window.accountId,
    await db.rows<Rows<ComponentIncidentRow>>(
      `select * from incidents where account_id = $1 and status_page_id = $2 and ($3::uuid is null or (updated_at, id) < (
         select updated_at, id from incidents where account_id = $1 and id = $3))
       order by updated_at desc, id desc limit $4`,
      [window.accountId, window.statusPageId, window.fromId, window.limit],
    ),
  )

export async function findComponentIncident(
  db: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<ComponentIncident | null> {
  const rows = await db.rows<Rows<ComponentIncidentRow>>(
    `select * from incidents where account_id = $1 and status_page_id = $2 and id = $3`,
    [accountId, statusPageId, id],
  )
  const [found] = await componentIncidentsWithParts(db, accountId, rows)
  return found ?? null
}

/** The same, and keeps others from changing the incident until the transaction ends. */
export async function lockComponentIncident(
  tx: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<ComponentIncident | null> {
  const rows = await tx.rows<Rows<ComponentIncidentRow>>(
    `select * from incidents where account_id = $1 and status_page_id = $2 and id = $3 for no key update`,
    [accountId, statusPageId, id],
  )
  const [found] = await componentIncidentsWithParts(tx, accountId, rows)
  return found ?? null
}

export const renameIncident = (
  tx: Queryable,
  { accountId, id, name, updatedAt }: ComponentIncidentRow,
): Promise<unknown> =>
  tx.rows(`update incidents set name = $3, updated_at = $4 where account_id = $1 and id = $2`, [
    accountId,
    id,
    name,
    updatedAt,
  ])

export const deleteComponentIncident = (tx: Queryable, { accountId, statusPageId, id }: PartOfPage) =>
  findsAny(tx, `delete from incidents where account_id = $1 and status_page_id = $2 and id = $3`, [
    accountId,
    statusPageId,
    id,
  ])

export const insertImpacts = (tx: Queryable, rows: readonly ImpactRow[]): Promise<unknown> =>
  tx.rows(
    `insert into incident_component_impacts (account_id, incident_id, id, component_id, status, started_at, ended_at)
     select account_id, incident_id, id, component_id, status, started_at, ended_at
     from jsonb_to_recordset($1::jsonb) as i (account_id uuid, incident_id uuid, id uuid, component_id uuid, status text,
       started_at timestamptz, ended_at timestamptz)`,
    [recordset(rows)],
  )

/** Hides the incidents that affect some components and nothing besides hidden ones. */
export const unpublishIncidents = (
  tx: Queryable,
  { accountId, statusPageId, ids }: ComponentsOfPage,
  { hidden, now }: { readonly hidden: readonly string[]; readonly now: Date },
): Promise<unknown> =>
  tx.rows(
    `update incidents set unpublished_at = $5
     where account_id = $1 and status_page_id = $2 and unpublished_at is null and id in (
       select incident_id from incident_component_impacts where account_id = $1 and component_id = any($3::uuid[]))
       and not exists (select from incident_component_impacts other where other.account_id = $1
         and other.incident_id = incidents.id and other.component_id <> all($4::uuid[]))`,
    [accountId, statusPageId, ids, hidden, now],
  )

/** Ends impacts that last, those named or all, at a time, or when they began if that is later. */
export const endImpacts = (
  tx: Queryable,
  { accountId, incidentId, ids = null, at }: { accountId: string; incidentId: string; ids?: string[] | null; at: Date },
): Promise<unknown> =>
  tx.rows(
    `update incident_component_impacts set ended_at = greatest(started_at, $4)
     where account_id = $1 and incident_id = $2 and ended_at is null and ($3::uuid[] is null or id = any($3))`,
    [accountId, incidentId, ids, at],
  )

export const deleteImpacts = (tx: Queryable, accountId: string, incidentId: string): Promise<unknown> =>
  tx.rows(`delete from incident_component_impacts where account_id = $1 and incident_id = $2`, [accountId, incidentId])

export async function componentIncidentsWithParts(
  db: Queryable,
  accountId: string,
  incidents: readonly ComponentIncidentRow[],
): Promise<ComponentIncident[]> {
  if (incidents.length === 0) return []
  const ids = incidents.map(({ id }) => id)
  const impacts = await db.rows<Rows<ImpactRow>>(
    `select * from incident_component_impacts where account_id = $1 and incident_id = any($2::uuid[])
     order by started_at, id`,
    [accountId, ids],
  )
  const updates = await db.rows<Rows<IncidentUpdateRow>>(
    `select * from incident_updates where account_id = $1 and incident_id = any($2::uuid[])
     order by public_at desc, created_at desc, id desc`,
    [accountId, ids],
  )
  const impactsOf = Map.groupBy(impacts, ({ incidentId }) => incidentId)
  const updatesOf = Map.groupBy(updates, ({ incidentId }) => incidentId)
  return incidents.map((incident) => ({
    incident,
    impacts: impactsOf.get(incident.id) ?? [],
    updates: updatesOf.get(incident.id) ?? [],
  }))
}

/** An incident as readers of its page see it, without its updates. */
export interface ImpactingIncidentRow {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** The component, how it was affected, and from when until when in epoch milliseconds; null while it lasts. */
  readonly impacts: [componentId: string, status: ComponentImpact, startMs: number, endMs: number | null][]
  /** The status and public date, in epoch milliseconds, of all its updates, oldest first. */
  readonly said: [IncidentStatus, number][]
  /** In Markdown; null while it is a draft. */
  readonly postMortem: string | null
  readonly postMortemPublishedAt: Date | null
}

const publicColumns = `incidents.id, incidents.name, incidents.created_at, ${publishedPostMortem},
  coalesce((select json_agg(json_build_array(component_id, status, round(date_part('epoch', started_at) * 1000),
      round(date_part('epoch', ended_at) * 1000)) order by started_at, id)
    from incident_component_impacts where account_id = $1 and incident_id = incidents.id), '[]') as impacts,
  coalesce((select json_agg(json_build_array(status, round(date_part('epoch', public_at) * 1000))
      order by public_at, created_at, id)
    from incident_updates where account_id = $1 and incident_id = incidents.id), '[]') as said`

/** The latest incidents of a page with an update within a time range, newest first. */
export const listImpactingIncidents = (
  db: Queryable,
  filter: Omit<IncidentFilter, 'serviceIds'> & { readonly pageId: string },
): Promise<ImpactingIncidentRow[]> =>
  db.namedRows(
    'list-impacting-incidents',
    `select ${publicColumns} from incidents
     where account_id = $1 and status_page_id = $2 and unpublished_at is null and (($5 and last_update_status <> 'RESOLVED') or exists (
       select from incident_updates updates
       where updates.account_id = $1 and updates.incident_id = incidents.id and updates.public_at >= $3
         and updates.public_at < coalesce($4, 'infinity'::timestamptz)))
     order by incidents.id desc limit $6`,
    [filter.accountId, filter.pageId, filter.from, filter.before, filter.withOpen, filter.limit],
  )

export async function findImpactingIncident(
  db: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<ImpactingIncidentRow | null> {
  const rows = await db.namedRows<Rows<ImpactingIncidentRow>>(
    'find-impacting-incident',
    `select ${publicColumns} from incidents
     where account_id = $1 and status_page_id = $2 and id = $3 and unpublished_at is null`,
    [accountId, statusPageId, id],
  )
  return rows[0] ?? null
}
