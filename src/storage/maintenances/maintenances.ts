import type { MaintenanceStatus, MaintenanceVisibility } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { MaintenancesTable } from '../generated/tables.ts'

export type MaintenanceRow = Narrowed<
  Omit<MaintenancesTable, 'effectiveUntil'>,
  { readonly status: MaintenanceStatus }
> & {
  /** Null: until it is closed. */
  readonly effectiveUntil: Date | null
}

const columns = `account_id, id, window_id, planned_starts_at, planned_ends_at, starts_at, ends_at, status, effective_from,
  nullif(effective_until, 'infinity') as effective_until, next_change_at, created_at, updated_at`

/** Skips those that exist: a window has one maintenance for each planned start. Returns the ids of the others. */
export async function insertMaintenances(tx: Queryable, rows: readonly MaintenanceRow[]): Promise<Set<string>> {
  const inserted = await tx.rows<{ id: string }>(
    `insert into maintenances (account_id, id, window_id, planned_starts_at, planned_ends_at, starts_at, ends_at, status,
       effective_from, effective_until, next_change_at, created_at, updated_at)
     select account_id, id, window_id, planned_starts_at, planned_ends_at, starts_at, ends_at, status, effective_from,
       coalesce(effective_until, 'infinity'), next_change_at, created_at, updated_at
     from jsonb_to_recordset($1::jsonb) as m (account_id uuid, id uuid, window_id bigint, planned_starts_at timestamptz,
       planned_ends_at timestamptz, starts_at timestamptz, ends_at timestamptz, status text, effective_from timestamptz,
       effective_until timestamptz, next_change_at timestamptz, created_at timestamptz, updated_at timestamptz)
     on conflict (account_id, window_id, planned_starts_at) do nothing returning id`,
    [recordset(rows)],
  )
  return new Set(inserted.map(({ id }) => id))
}

export const updateMaintenances = (tx: Queryable, rows: readonly MaintenanceRow[]): Promise<unknown> =>
  tx.rows(
    `update maintenances set planned_starts_at = m.planned_starts_at, planned_ends_at = m.planned_ends_at,
       starts_at = m.starts_at, ends_at = m.ends_at, status = m.status, effective_from = m.effective_from,
       effective_until = coalesce(m.effective_until, 'infinity'), next_change_at = m.next_change_at, updated_at = m.updated_at
     from jsonb_to_recordset($1::jsonb) as m (account_id uuid, id uuid, planned_starts_at timestamptz,
       planned_ends_at timestamptz, starts_at timestamptz, ends_at timestamptz, status text, effective_from timestamptz,
       effective_until timestamptz, next_change_at timestamptz, updated_at timestamptz)
     where maintenances.account_id = m.account_id and maintenances.id = m.id`,
    [recordset(rows)],
  )

export async function findMaintenance(
  db: Queryable,
  accountId: string,
  windowId: number,
  id: string,
): Promise<MaintenanceRow | null> {
  const rows = await db.rows<MaintenanceRow>(
    `select ${columns} from maintenances where account_id = $1 and window_id = $2 and id = $3`,
    [accountId, windowId, id],
  )
  return rows[0] ?? null
}

/** Like findMaintenance, held until the transaction ends. */
export async function lockMaintenance(
  tx: Queryable,
  accountId: string,
  windowId: number,
  id: string,
): Promise<MaintenanceRow | null> {
  const rows = await tx.rows<MaintenanceRow>(
    `select ${columns} from maintenances where account_id = $1 and window_id = $2 and id = $3 for no key update`,
    [accountId, windowId, id],
  )
  return rows[0] ?? null
}

/** The maintenances of a window that are not over, with those of the given planned starts, held in the order of their ids. */
export const lockPlannedMaintenances = (
  tx: Queryable,
  window: { readonly accountId: string; readonly id: number },
  plannedStarts: readonly Date[],
): Promise<MaintenanceRow[]> =>
  tx.rows(
    `select ${columns} from maintenances where account_id = $1 and window_id = $2
       and (status not in ('COMPLETED', 'CANCELLED') or planned_starts_at = any($3::timestamptz[]))
     order by id for no key update`,
    [window.accountId, window.id, plannedStarts],
  )

/** The latest maintenance of a window that is over or not, held; a window that takes place once has only this. */
export async function lockLatestMaintenance(
  tx: Queryable,
  window: { readonly accountId: string; readonly id: number },
): Promise<MaintenanceRow | null> {
  const rows = await tx.rows<MaintenanceRow>(
    `select ${columns} from maintenances where account_id = $1 and window_id = $2
     order by planned_starts_at desc limit 1 for no key update`,
    [window.accountId, window.id],
  )
  return rows[0] ?? null
}

export async function deleteMaintenances(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(`delete from maintenances where account_id = $1 and id = any($2::uuid[])`, [accountId, ids])
}

/** One page of the maintenances of a window, latest first, and the number of all. */
export const listMaintenances = (
  db: Queryable,
  accountId: string,
  windowId: number,
  page: PageWindow,
): Promise<CountedPage<MaintenanceRow>> => {
  const from = 'maintenances where account_id = $1 and window_id = $2'
  return countedPage(db, { columns, from, order: 'starts_at desc, id desc', values: [accountId, windowId] }, page)
}

export interface DueMaintenance extends MaintenanceRow {
  readonly visibility: MaintenanceVisibility
}

/** Whether there is a maintenance to move, a window to plan or a reminder to give. Costs an idle server one look. */
export async function isMaintenanceDue(db: Queryable, now: Date): Promise<boolean> {
  const [found] = await db.namedRows<{ due: boolean }>(
    'is-maintenance-due',
    `select exists (select from maintenances where next_change_at <= $1)
       or exists (select from maintenance_windows where planning_due_at <= $1)
       or exists (select from maintenance_reminders where due_at <= $1) as due`,
    [now],
  )
  return found?.due ?? false
}

/** Maintenances with a due change of status, locked; those locked by another process are skipped. */
export const lockDueMaintenances = (tx: Queryable, now: Date, limit: number): Promise<DueMaintenance[]> =>
  tx.namedRows(
    'lock-due-maintenances',
    `with due as (select ${columns} from maintenances where next_change_at <= $1
       order by next_change_at limit $2 for no key update skip locked)
     select due.*, maintenance_windows.visibility from due
     join maintenance_windows on maintenance_windows.account_id = due.account_id and maintenance_windows.id = due.window_id`,
    [now, limit],
  )

/** The effect of a maintenance on checks, and its times. */
export interface EffectiveMaintenance {
  readonly accountId: string
  /** Of its window. */
  readonly name: string
  readonly effectiveFrom: Date
  /** Null: until it is closed. */
  readonly effectiveUntil: Date | null
  readonly tags: string[]
  readonly pauseAllChecks: boolean
  readonly silenceAlertsTags: string[]
  readonly silenceAllAlerts: boolean
  readonly notifyAfterEnd: boolean
}

/** The maintenances that are active in these accounts at some time from `from` to `to`. The accounts should be distinct. */
export const listActiveMaintenances = (
  db: Queryable,
  accountIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<EffectiveMaintenance[]> =>
  db.namedRows(
    'list-effective-maintenances',
    `select effective.account_id, windows.name, effective.effective_from, nullif(effective.effective_until, 'infinity') as effective_until, windows.tags,
       windows.pause_all_checks, windows.silence_alerts_tags, windows.silence_all_alerts, windows.notify_after_end
     from maintenances effective
     join maintenance_windows windows on windows.account_id = effective.account_id and windows.id = effective.window_id
     where effective.account_id = any($1::uuid[]) and effective.effective_from <= $3 and effective.effective_until > $2`,
    [accountIds, from, to],
  )

/** The tags of checks, their own and their groups'. */
export const listTagsOfChecks = (
  db: Queryable,
  checkIds: readonly string[],
): Promise<{ checkId: string; accountId: string; tags: string[] }[]> =>
  db.namedRows(
    'list-tags-of-checks',
    `select checks.id as check_id, checks.account_id, checks.tags || coalesce(check_groups.tags, '{}') as tags
     from checks left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where checks.id = any($1::uuid[])`,
    [checkIds],
  )
