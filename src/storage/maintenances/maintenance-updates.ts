import type { MaintenanceStatus } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { MaintenanceUpdatesTable } from '../generated/tables.ts'

export type MaintenanceUpdateRow = Narrowed<
  MaintenanceUpdatesTable,
  {
    readonly status: MaintenanceStatus
    readonly previousStatus: MaintenanceStatus
  }
>

export const insertMaintenanceUpdate = (tx: Queryable, row: MaintenanceUpdateRow): Promise<unknown> =>
  tx.rows(
    `insert into maintenance_updates (account_id, id, maintenance_id, status, description, notify_subscribers,
       previous_status, previous_starts_at, previous_ends_at, new_starts_at, new_ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.accountId,
      row.id,
      row.maintenanceId,
      row.status,
      row.description,
      row.notifySubscribers,
      row.previousStatus,
      row.previousStartsAt,
      row.previousEndsAt,
      row.newStartsAt,
      row.newEndsAt,
      row.createdAt,
    ],
  )

export const saveMaintenanceUpdate = (tx: Queryable, row: MaintenanceUpdateRow): Promise<unknown> =>
  tx.rows(
    `update maintenance_updates set status = $4, description = $5, new_starts_at = $6, new_ends_at = $7
     where account_id = $1 and maintenance_id = $2 and id = $3`,
    [row.accountId, row.maintenanceId, row.id, row.status, row.description, row.newStartsAt, row.newEndsAt],
  )

/** The updates of maintenances of an account, latest first. */
export const listMaintenanceUpdates = (
  db: Queryable,
  accountId: string,
  maintenanceIds: readonly string[],
): Promise<MaintenanceUpdateRow[]> =>
  db.rows(
    `select * from maintenance_updates where account_id = $1 and maintenance_id = any($2::uuid[]) order by id desc`,
    [accountId, maintenanceIds],
  )

export const deleteMaintenanceUpdate = (
  tx: Queryable,
  accountId: string,
  maintenanceId: string,
  id: string,
): Promise<boolean> =>
  findsAny(tx, `delete from maintenance_updates where account_id = $1 and maintenance_id = $2 and id = $3`, [
    accountId,
    maintenanceId,
    id,
  ])
