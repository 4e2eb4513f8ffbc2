import type { MaintenanceVisibility, RepeatUnit } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { columnOf } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { MaintenanceWindowsTable } from '../generated/tables.ts'

/** A maintenance window as it is stored. */
export interface MaintenanceWindowDefinition {
  readonly accountId: string
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly repeatUnit: RepeatUnit | null
  readonly repeatInterval: number | null
  /** `YYYY-MM-DD`. */
  readonly repeatEndsAt: string | null
  readonly timezone: string | null
  readonly tags: readonly string[]
  readonly pauseAllChecks: boolean
  readonly silenceAlertsTags: readonly string[]
  readonly silenceAllAlerts: boolean
  readonly notifyAfterEnd: boolean
  readonly visibility: MaintenanceVisibility
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export type MaintenanceWindowRow = Narrowed<
  Omit<MaintenanceWindowsTable, 'planningDueAt'>,
  {
    readonly repeatUnit: RepeatUnit | null
    readonly visibility: MaintenanceVisibility
  }
>

export const definitionOfWindow = (row: MaintenanceWindowRow): MaintenanceWindowDefinition => ({
  accountId: row.accountId,
  id: row.id,
  name: row.name,
  description: row.description,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  repeatUnit: row.repeatUnit,
  repeatInterval: row.repeatInterval,
  repeatEndsAt: row.repeatEndsAt,
  timezone: row.timezone,
  tags: row.tags,
  pauseAllChecks: row.pauseAllChecks,
  silenceAlertsTags: row.silenceAlertsTags,
  silenceAllAlerts: row.silenceAllAlerts,
  notifyAfterEnd: row.notifyAfterEnd,
  visibility: row.visibility,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export type NewMaintenanceWindow = Omit<MaintenanceWindowDefinition, 'id'>

const valuesOf = (window: NewMaintenanceWindow): unknown[] => [
  window.accountId,
  window.name,
  window.description,
  window.startsAt,
  window.endsAt,
  window.repeatUnit,
  window.repeatInterval,
  window.repeatEndsAt,
  window.timezone,
  window.tags,
  window.pauseAllChecks,
  window.silenceAlertsTags,
  window.silenceAllAlerts,
  JSON.stringify(window.visibility),
  window.createdAt,
  window.updatedAt,
  window.notifyAfterEnd,
]

export async function insertMaintenanceWindow(tx: Queryable, window: NewMaintenanceWindow): Promise<number> {
  const rows = await tx.rows<{ id: number }>(
    `insert into maintenance_windows (account_id, name, description, starts_at, ends_at, repeat_unit, repeat_interval,
       repeat_ends_at, timezone, tags, pause_all_checks, silence_alerts_tags, silence_all_alerts, visibility, created_at,
       updated_at, notify_after_end)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning id`,
    valuesOf(window),
  )
  return rows[0]?.id ?? 0
}

export const updateMaintenanceWindow = (tx: Queryable, window: MaintenanceWindowDefinition): Promise<unknown> =>
  tx.rows(
    `update maintenance_windows set name = $2, description = $3, starts_at = $4, ends_at = $5, repeat_unit = $6,
       repeat_interval = $7, repeat_ends_at = $8, timezone = $9, tags = $10, pause_all_checks = $11,
       silence_alerts_tags = $12, silence_all_alerts = $13, visibility = $14, created_at = $15, updated_at = $16,
       notify_after_end = $17
     where account_id = $1 and id = $18`,
    [...valuesOf(window), window.id],
  )

export async function findMaintenanceWindow(
  db: Queryable,
  accountId: string,
  id: number,
): Promise<MaintenanceWindowDefinition | null> {
  const rows = await db.rows<MaintenanceWindowRow>(
    `select * from maintenance_windows where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ? definitionOfWindow(rows[0]) : null
}

/** Like findMaintenanceWindow, and holds the window until the transaction ends; its maintenances are changed under it. */
export async function lockMaintenanceWindow(
  tx: Queryable,
  accountId: string,
  id: number,
): Promise<MaintenanceWindowDefinition | null> {
  const rows = await tx.rows<MaintenanceWindowRow>(
    `select * from maintenance_windows where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ? definitionOfWindow(rows[0]) : null
}

/** A comparison with an instant of a window. */
export interface InstantBound {
  readonly property: 'startsAt' | 'endsAt'
  readonly comparison: '>' | '>=' | '<' | '<='
  readonly at: Date
}

/** One page of windows within all bounds, oldest first, and the number of all of them. */
export async function listMaintenanceWindows(
  db: Queryable,
  filter: { readonly accountId: string; readonly bounds: readonly InstantBound[] },
  page: PageWindow,
): Promise<CountedPage<MaintenanceWindowDefinition>> {
  const within = filter.bounds.map(
    ({ property, comparison }, index) => `and ${columnOf(property)} ${comparison} $${index + 2}`,
  )
  const from = `maintenance_windows where account_id = $1 ${within.join(' ')}`
  const values = [filter.accountId, ...filter.bounds.map(({ at }) => at)]
  const { items, total } = await countedPage<MaintenanceWindowRow>(db, { from, order: 'id', values }, page)
  return { items: items.map(definitionOfWindow), total }
}

export const deleteMaintenanceWindow = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `delete from maintenance_windows where account_id = $1 and id = $2`, [accountId, id])

/** A window with the start of the last maintenance made for it, which is when the next has to be made. */
export interface WindowToPlan {
  readonly window: MaintenanceWindowDefinition
  readonly planningDueAt: Date
}

/** Windows whose next maintenance has to be made, locked; windows another process holds are skipped. */
export async function lockWindowsToPlan(tx: Queryable, now: Date, limit: number): Promise<WindowToPlan[]> {
  const rows = await tx.namedRows<MaintenanceWindowRow & { readonly planningDueAt: Date }>(
    'lock-windows-to-plan',
    `select * from maintenance_windows where planning_due_at <= $1 order by planning_due_at limit $2 for no key update skip locked`,
    [now, limit],
  )
  return rows.map((row) => ({ window: definitionOfWindow(row), planningDueAt: row.planningDueAt }))
}

export const setPlanAt = (tx: Queryable, accountId: string, id: number, planningDueAt: Date | null): Promise<unknown> =>
  tx.rows(`update maintenance_windows set planning_due_at = $3 where account_id = $1 and id = $2`, [
    accountId,
    id,
    planningDueAt,
  ])
