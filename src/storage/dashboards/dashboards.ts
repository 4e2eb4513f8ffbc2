import type { DashboardSettings } from '#contract'
import { invariant } from '#kernel'
import { isUniqueViolation } from '../database/database-errors.ts'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { columnOf } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { DashboardsTable } from '../generated/tables.ts'

export type DashboardRow = Narrowed<
  DashboardsTable,
  {
    /** The number incidents name it by. */
    readonly id: number
    readonly settings: DashboardSettings
  }
>

type Row = DashboardRow & Record<string, unknown>

const key = ['accountId', 'dashboardId'] as const
const written = ['customUrl', 'customDomain', 'isPrivate', 'settings', 'createdAt', 'updatedAt'] as const
const columns = [...key, ...written] as const

const storedValues = (row: Omit<DashboardRow, 'id'>): unknown[] =>
  valuesOf({ ...row, settings: JSON.stringify(row.settings) }, columns)

/** Which field of a dashboard another one has already. */
export type TakenDashboardAddress = 'customUrl' | 'customDomain'

/** One page of dashboards, oldest first, and the number of all. */
export const listDashboards = (
  db: Queryable,
  accountId: string,
  page: PageWindow,
): Promise<CountedPage<DashboardRow>> =>
  countedPage<Row>(db, { from: 'dashboards where account_id = $1', order: 'id', values: [accountId] }, page)

/** How a dashboard can be found; a domain is in lowercase. */
export interface DashboardAddress {
  readonly by: 'dashboardId' | 'customUrl' | 'customDomain'
  readonly value: string
}

export async function findDashboard(
  db: Queryable,
  accountIds: readonly string[],
  { by, value }: DashboardAddress,
): Promise<DashboardRow | null> {
  const rows = await db.rows<Row>(
    `select * from dashboards where account_id = any($1::uuid[]) and ${columnOf(by)} = $2`,
    [accountIds, value],
  )
  return rows[0] ?? null
}

/** Keeps others from changing the dashboard or its keys until the transaction ends. */
export async function lockDashboard(
  tx: Queryable,
  accountId: string,
  dashboardId: string,
): Promise<DashboardRow | null> {
  const rows = await tx.rows<Row>(
    `select * from dashboards where account_id = $1 and dashboard_id = $2 for no key update`,
    [accountId, dashboardId],
  )
  return rows[0] ?? null
}

/** Whether the account has a dashboard with this number; it stays until the transaction ends. */
export const holdDashboard = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `select 1 from dashboards where account_id = $1 and id = $2 for key share`, [accountId, id])

/** The stored row, or the address another dashboard has already; the transaction is over then. */
export const insertDashboard = (
  tx: Queryable,
  row: Omit<DashboardRow, 'id'>,
): Promise<DashboardRow | TakenDashboardAddress> =>
  dashboardOf(tx.rows<Row>(`${insertOf('dashboards', columns)} returning *`, storedValues(row)))

/** The stored row, or the address another dashboard has already; the transaction is over then. */
export const updateDashboard = (tx: Queryable, row: DashboardRow): Promise<DashboardRow | TakenDashboardAddress> =>
  dashboardOf(tx.rows<Row>(`${updateOf('dashboards', key, written)} returning *`, storedValues(row)))

async function dashboardOf(writing: Promise<DashboardRow[]>): Promise<DashboardRow | TakenDashboardAddress> {
  try {
    const [row] = await writing
    invariant(row, 'a dashboard is new or locked when it is written')
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'dashboards_custom_url')) return 'customUrl'
    if (isUniqueViolation(error, 'dashboards_custom_domain')) return 'customDomain'
    throw error
  }
}

/** Deletes a dashboard with its keys and incidents. */
export const deleteDashboard = (tx: Queryable, accountId: string, dashboardId: string): Promise<boolean> =>
  findsAny(tx, `delete from dashboards where account_id = $1 and dashboard_id = $2`, [accountId, dashboardId])

/** The name in the address of a dashboard. */
export async function findDashboardName(db: Queryable, accountId: string, id: number): Promise<string | null> {
  const [row] = await db.rows<{ dashboardId: string }>(
    `select dashboard_id from dashboards where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return row?.dashboardId ?? null
}
