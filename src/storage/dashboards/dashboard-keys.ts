import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { DashboardKeysTable } from '../generated/tables.ts'

export type DashboardKeyRow = Narrowed<
  Omit<DashboardKeysTable, 'accountId' | 'hash'>,
  {
    /** The number of its dashboard. */
    readonly dashboardId: number
    /** Enough to recognise the key by. */
    readonly masked: string
  }
>

/** The keys of dashboards of one account, oldest first. */
export const listDashboardKeys = (
  db: Queryable,
  accountId: string,
  dashboardIds: readonly number[],
): Promise<DashboardKeyRow[]> =>
  db.rows(
    `select id, dashboard_id, masked, created_at, updated_at from dashboard_keys
     where account_id = $1 and dashboard_id = any($2::bigint[]) order by created_at, id`,
    [accountId, dashboardIds],
  )

export const insertDashboardKey = (
  tx: Queryable,
  accountId: string,
  key: DashboardKeyRow & { readonly hash: Buffer },
): Promise<unknown> =>
  tx.rows(
    `insert into dashboard_keys (account_id, dashboard_id, id, hash, masked, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [accountId, key.dashboardId, key.id, key.hash, key.masked, key.createdAt],
  )

export const deleteDashboardKeys = (tx: Queryable, accountId: string, dashboardId: number): Promise<unknown> =>
  tx.rows(`delete from dashboard_keys where account_id = $1 and dashboard_id = $2`, [accountId, dashboardId])

/** Whether a key opens this dashboard. */
export const hasDashboardKey = (
  db: Queryable,
  dashboard: { readonly accountId: string; readonly id: number },
  hash: Buffer,
): Promise<boolean> =>
  findsAny(db, `select 1 from dashboard_keys where account_id = $1 and dashboard_id = $2 and hash = $3`, [
    dashboard.accountId,
    dashboard.id,
    hash,
  ])
