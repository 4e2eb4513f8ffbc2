import { pick } from '#contract'
import type { MaintenanceVisibility, RepeatUnit } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { columnOf } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
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

const written = [
  'name',
  'description',
  'startsAt',
  'endsAt',
  'repeatUnit',
  'repeatInterval',
  'repeatEndsAt',
  'timezone',
  'tags',
  'pauseAllChecks',
  'silenceAlertsTags',
  'silenceAllAlerts',
  'notifyAfterEnd',
  'visibility',
  'createdAt',
  'updatedAt',
] as const
const inserted = ['accountId', ...written] as const
const key = ['accountId', 'id'] as const
/** Of a definition. */
const columns = [...key, ...written] as const

export const definitionOfWindow = (row: MaintenanceWindowRow): MaintenanceWindowDefinition => pick(row, columns)

export type NewMaintenanceWindow = Omit<MaintenanceWindowDefinition, 'id'>

const storedWindow = <Window extends NewMaintenanceWindow>(window: Window) => ({
  ...window,
  visibility: JSON.stringify(window.visibility),
})

export async function insertMaintenanceWindow(tx: Queryable, window: NewMaintenanceWindow): Promise<number> {
  const values = valuesOf(storedWindow(window), inserted)
  const rows = await tx.rows<{ id: number }>(`${insertOf('maintenance_windows', inserted)} returning id`, values)
  return rows[0]?.id ?? 0
}

export const updateMaintenanceWindow = (tx: Queryable, window: MaintenanceWindowDefinition): Promise<unknown> =>
  tx.rows(updateOf('maintenance_windows', key, written), valuesOf(storedWindow(window), columns))

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
