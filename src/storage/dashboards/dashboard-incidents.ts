import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { DashboardIncidentUpdatesTable, DashboardIncidentsTable } from '../generated/tables.ts'

export type DashboardIncidentRow = DashboardIncidentsTable

export type DashboardIncidentUpdateRow = DashboardIncidentUpdatesTable

type Rows<T> = T & Record<string, unknown>

const key = ['accountId', 'id'] as const
const written = ['dashboardId', 'name', 'impact', 'startedAt', 'stoppedAt', 'createdAt', 'updatedAt'] as const
const columns = [...key, ...written] as const

export const insertDashboardIncident = (tx: Queryable, row: DashboardIncidentRow): Promise<unknown> =>
  tx.rows(insertOf('dashboard_incidents', columns), valuesOf(row, columns))

export const updateDashboardIncident = (tx: Queryable, row: DashboardIncidentRow): Promise<unknown> =>
  tx.rows(updateOf('dashboard_incidents', key, written), valuesOf(row, columns))

export async function findDashboardIncident(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<DashboardIncidentRow | null> {
  const rows = await db.rows<Rows<DashboardIncidentRow>>(
    `select * from dashboard_incidents where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** One page of the incidents of a dashboard, the latest first, and the number of all. */
export const listDashboardIncidents = (
  db: Queryable,
  { accountId, dashboardId }: Pick<DashboardIncidentRow, 'accountId' | 'dashboardId'>,
  page: PageWindow,
): Promise<CountedPage<DashboardIncidentRow>> =>
  countedPage<Rows<DashboardIncidentRow>>(
    db,
    {
      from: 'dashboard_incidents where account_id = $1 and dashboard_id = $2',
      order: 'coalesce(started_at, created_at) desc, id desc',
      values: [accountId, dashboardId],
    },
    page,
  )

/** Keeps others from changing the incident or its updates until the transaction ends. */
export async function lockDashboardIncident(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<DashboardIncidentRow | null> {
  const rows = await tx.rows<Rows<DashboardIncidentRow>>(
    `select * from dashboard_incidents where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export const deleteDashboardIncident = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from dashboard_incidents where account_id = $1 and id = $2`, [accountId, id])

/** Newest first; without a limit all. */
export const listDashboardIncidentUpdates = (
  db: Queryable,
  filter: { accountId: string; incidentId: string; limit: number | null },
) =>
  db.rows<Rows<DashboardIncidentUpdateRow>>(
    `select * from dashboard_incident_updates where account_id = $1 and incident_id = $2
     order by created_at desc, id desc limit $3`,
    [filter.accountId, filter.incidentId, filter.limit],
  )

export const insertDashboardIncidentUpdate = (tx: Queryable, row: DashboardIncidentUpdateRow): Promise<unknown> =>
  tx.rows(
    `insert into dashboard_incident_updates (account_id, incident_id, id, status, description, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.accountId, row.incidentId, row.id, row.status, row.description, row.createdAt, row.updatedAt],
  )

/** Changes the words of an update; null when the incident has no such update. */
export async function describeDashboardIncidentUpdate(
  tx: Queryable,
  row: Pick<DashboardIncidentUpdateRow, 'accountId' | 'incidentId' | 'id' | 'description'>,
  now: Date,
): Promise<DashboardIncidentUpdateRow | null> {
  const rows = await tx.rows<Rows<DashboardIncidentUpdateRow>>(
    `update dashboard_incident_updates set description = $4, updated_at = $5
     where account_id = $1 and incident_id = $2 and id = $3 returning *`,
    [row.accountId, row.incidentId, row.id, row.description, now],
  )
  return rows[0] ?? null
}

export const deleteDashboardIncidentUpdate = (
  tx: Queryable,
  accountId: string,
  incidentId: string,
  id: string,
): Promise<boolean> =>
  findsAny(tx, `delete from dashboard_incident_updates where account_id = $1 and incident_id = $2 and id = $3`, [
    accountId,
    incidentId,
    id,
  ])
