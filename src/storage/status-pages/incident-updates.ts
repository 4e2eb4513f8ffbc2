import type { IncidentUpdateRow } from './incidents.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

type Rows = IncidentUpdateRow & Record<string, unknown>

/** Newest first by public date. */
export const listIncidentUpdates = (db: Queryable, accountId: string, incidentId: string, limit: number) =>
  db.rows<Rows>(
    `select * from incident_updates where account_id = $1 and incident_id = $2
     order by public_at desc, created_at desc, id desc limit $3`,
    [accountId, incidentId, limit],
  )

export async function findIncidentUpdate(
  db: Queryable,
  accountId: string,
  incidentId: string,
  id: string,
): Promise<IncidentUpdateRow | null> {
  const rows = await db.rows<Rows>(
    `select * from incident_updates where account_id = $1 and incident_id = $2 and id = $3`,
    [accountId, incidentId, id],
  )
  return rows[0] ?? null
}

export const insertIncidentUpdate = (tx: Queryable, row: IncidentUpdateRow): Promise<unknown> =>
  tx.rows(
    `insert into incident_updates (account_id, incident_id, id, status, description, public_at, notify_subscribers,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    valuesOf(row),
  )

export const saveIncidentUpdate = (tx: Queryable, row: IncidentUpdateRow): Promise<unknown> =>
  tx.rows(
    `update incident_updates set status = $4, description = $5, public_at = $6, notify_subscribers = $7,
       created_at = $8, updated_at = $9
     where account_id = $1 and incident_id = $2 and id = $3`,
    valuesOf(row),
  )

const valuesOf = (row: IncidentUpdateRow): unknown[] => [
  row.accountId,
  row.incidentId,
  row.id,
  row.status,
  row.description,
  row.publicAt,
  row.notifySubscribers,
  row.createdAt,
  row.updatedAt,
]

export const deleteIncidentUpdate = (
  tx: Queryable,
  accountId: string,
  incidentId: string,
  id: string,
): Promise<boolean> =>
  findsAny(tx, `delete from incident_updates where account_id = $1 and incident_id = $2 and id = $3`, [
    accountId,
    incidentId,
    id,
  ])

/** Brings the status of an incident in line with its updates; without one it is under investigation. */
export const refreshIncidentStatus = (
  tx: Queryable,
  accountId: string,
  incidentId: string,
  now: Date,
): Promise<unknown> =>
  tx.rows(
    `update incidents set updated_at = $3, last_update_status = coalesce((
       select status from incident_updates where account_id = $1 and incident_id = $2
       order by public_at desc, created_at desc, id desc limit 1), 'INVESTIGATING')
     where account_id = $1 and id = $2`,
    [accountId, incidentId, now],
  )
