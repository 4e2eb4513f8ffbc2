import type { MaintenanceStatus } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { definitionOfWindow } from './maintenance-windows.ts'
import type { MaintenanceWindowDefinition, MaintenanceWindowRow } from './maintenance-windows.ts'

/** A window, and the start of the last maintenance made for it when it repeats after that. */
export interface ScheduledWindow {
  readonly window: MaintenanceWindowDefinition
  readonly planningDueAt: Date | null
}

/** The latest windows of an account, newest first. */
export async function listScheduledWindows(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<ScheduledWindow[]> {
  const rows = await db.rows<MaintenanceWindowRow & { readonly planningDueAt: Date | null }>(
    `select * from maintenance_windows where account_id = $1 order by id desc limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => ({ window: definitionOfWindow(row), planningDueAt: row.planningDueAt }))
}

export interface NearMaintenance {
  readonly id: string
  readonly windowId: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: MaintenanceStatus
}

const nearest = (condition: string, order: string): string =>
  `(select id, window_id, starts_at, ends_at, status from maintenances
    where account_id = windows.account_id and window_id = windows.id and status in (${condition})
    order by ${order} limit 1)`

/** Of each window at most three: the one under way, the next and the last. */
export const listNearMaintenances = (
  db: Queryable,
  accountId: string,
  windowIds: readonly number[],
): Promise<NearMaintenance[]> =>
  db.rows<{ [K in keyof NearMaintenance]: NearMaintenance[K] }>(
    `select one.* from maintenance_windows windows cross join lateral (
       ${nearest(`'IN_PROGRESS', 'VERIFYING'`, 'starts_at desc')}
       union all ${nearest(`'SCHEDULED'`, 'starts_at')}
       union all ${nearest(`'COMPLETED', 'CANCELLED'`, 'starts_at desc')}) one
     where windows.account_id = $1 and windows.id = any($2::bigint[])`,
    [accountId, windowIds],
  )
