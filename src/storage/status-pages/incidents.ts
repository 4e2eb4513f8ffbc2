import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { CursorWindow, StatusPageServiceRow } from './status-page-services.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { IncidentUpdatesTable, IncidentsTable } from '../generated/tables.ts'

export type IncidentRow = IncidentsTable

export type IncidentUpdateRow = IncidentUpdatesTable

/** An incident with its services in their order and its updates, newest first. */
export interface IncidentWithParts {
  readonly incident: IncidentRow
  readonly services: readonly StatusPageServiceRow[]
  readonly updates: readonly IncidentUpdateRow[]
}

type Rows<T> = T & Record<string, unknown>

/** Newest first. */
export const listIncidents = async (db: Queryable, { accountId, fromId, limit }: CursorWindow) =>
  incidentsWithParts(
    db,
    accountId,
    await db.rows<Rows<IncidentRow>>(
      `select * from incidents where account_id = $1 and status_page_id is null and ($2::uuid is null or id < $2)
       order by id desc limit $3`,
      [accountId, fromId, limit],
    ),
  )

/** The newest incidents of each page that are not resolved, newest first, by the id of the page. */
export async function listOpenIncidentsOfPages(
  db: Queryable,
  filter: { readonly accountId: string; readonly statusPageIds: readonly string[]; readonly limit: number },
): Promise<Map<string, IncidentWithParts[]>> {
  if (filter.statusPageIds.length === 0) return new Map()
  const rows = await db.rows<Rows<{ pageId: string; incidentId: string }>>(
    `select page.id as page_id, shown.id as incident_id from unnest($2::uuid[]) as page (id)
     cross join lateral (
       select id from incidents where account_id = $1 and last_update_status <> 'RESOLVED' and unpublished_at is null and exists (
         select from incident_services affected
         join status_page_card_services placed
           on placed.account_id = affected.account_id and placed.service_id = affected.service_id
         join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
         where affected.account_id = $1 and affected.incident_id = incidents.id and cards.status_page_id = page.id)
       order by id desc limit $3) shown`,
    [filter.accountId, filter.statusPageIds, filter.limit],
  )
  const ids = [...new Set(rows.map((row) => row.incidentId))]
  const incidents = await db.rows<Rows<IncidentRow>>(
    `select * from incidents where account_id = $1 and id = any($2::uuid[]) order by id desc`,
    [filter.accountId, ids],
  )
  const listedOn = Map.groupBy(rows, (row) => row.pageId)
  const found = await incidentsWithParts(db, filter.accountId, incidents)
  return new Map(
    [...listedOn].map(([pageId, listed]) => {
      const onPage = new Set(listed.map((row) => row.incidentId))
      return [pageId, found.filter(({ incident }) => onPage.has(incident.id))]
    }),
  )
}

export async function findIncident(db: Queryable, accountId: string, id: string): Promise<IncidentWithParts | null> {
  const rows = await db.rows<Rows<IncidentRow>>(
    `select * from incidents where account_id = $1 and id = $2 and status_page_id is null`,
    [accountId, id],
  )
  const [found] = await incidentsWithParts(db, accountId, rows)
  return found ?? null
}

/** Keeps others from changing the incident or its updates until the transaction ends. */
export async function lockIncident(tx: Queryable, accountId: string, id: string): Promise<IncidentRow | null> {
  const rows = await tx.rows<Rows<IncidentRow>>(
    `select * from incidents where account_id = $1 and id = $2 and status_page_id is null for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** The incidents that alerts of a check opened and that are not resolved, held until the transaction ends. */
export const lockOpenIncidentsOfCheck = (tx: Queryable, accountId: string, checkId: string) =>
  tx.rows<Rows<IncidentRow>>(
    `select * from incidents where account_id = $1 and last_update_status <> 'RESOLVED' and id in (
       select incident_id from incident_failures where account_id = $1 and check_id = $2)
     order by id for no key update`,
    [accountId, checkId],
  )

const newColumns = [
  'accountId',
  'id',
  'name',
  'severity',
  'lastUpdateStatus',
  'openedByCheckId',
  'notifySubscribers',
  'createdAt',
  'updatedAt',
  'statusPageId',
  'automationRuleId',
] as const

/** An incident that is opened: readers see it, and nobody has taken it over. */
export type NewIncidentRow = Pick<IncidentRow, (typeof newColumns)[number]>

export async function insertIncident(tx: Queryable, row: NewIncidentRow, serviceIds: readonly string[]): Promise<void> {
  await tx.rows(insertOf('incidents', newColumns), valuesOf(row, newColumns))
  await insertServices(tx, row.accountId, row.id, serviceIds)
}

export const updateIncident = (
  tx: Queryable,
  { accountId, id, name, severity, notifySubscribers, updatedAt }: IncidentRow,
): Promise<unknown> =>
  tx.rows(
    `update incidents set name = $3, severity = $4, notify_subscribers = $5, updated_at = $6
     where account_id = $1 and id = $2`,
    [accountId, id, name, severity, notifySubscribers, updatedAt],
  )

/** Replaces the services an incident is about. */
export async function replaceServicesOfIncident(
  tx: Queryable,
  accountId: string,
  incidentId: string,
  serviceIds: readonly string[],
): Promise<void> {
  await tx.rows(`delete from incident_services where account_id = $1 and incident_id = $2`, [accountId, incidentId])
  await insertServices(tx, accountId, incidentId, serviceIds)
}

const insertServices = (tx: Queryable, accountId: string, incidentId: string, serviceIds: readonly string[]) =>
  tx.rows(
    `insert into incident_services (account_id, incident_id, service_id, position)
     select $1, $2, id, position from unnest($3::uuid[]) with ordinality as s (id, position)`,
    [accountId, incidentId, serviceIds],
  )

export const deleteIncident = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from incidents where account_id = $1 and id = $2 and status_page_id is null`, [accountId, id])

export async function incidentsWithParts(
  db: Queryable,
  accountId: string,
  incidents: readonly IncidentRow[],
): Promise<IncidentWithParts[]> {
  if (incidents.length === 0) return []
  const ids = incidents.map(({ id }) => id)
  const services = await db.rows<Rows<StatusPageServiceRow & { incidentId: string }>>(
    `select s.*, i.incident_id from incident_services i
     join status_page_services s on s.account_id = i.account_id and s.id = i.service_id
     where i.account_id = $1 and i.incident_id = any($2::uuid[]) order by i.position`,
    [accountId, ids],
  )
  const updates = await db.rows<Rows<IncidentUpdateRow>>(
    `select * from incident_updates where account_id = $1 and incident_id = any($2::uuid[])
     order by public_at desc, created_at desc, id desc`,
    [accountId, ids],
  )
  const servicesOf = Map.groupBy(services, (row) => row.incidentId)
  const updatesOf = Map.groupBy(updates, (row) => row.incidentId)
  return incidents.map((incident) => ({
    incident,
    services: servicesOf.get(incident.id) ?? [],
    updates: updatesOf.get(incident.id) ?? [],
  }))
}
