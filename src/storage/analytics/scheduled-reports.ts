import type { ReportFrequency, ReportGrouping, ReportRange } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { ScheduledReportsTable } from '../generated/tables.ts'

export type ScheduledReportRow = Narrowed<
  ScheduledReportsTable,
  { readonly frequency: ReportFrequency; readonly range: ReportRange; readonly groupBy: ReportGrouping }
>

const key = ['accountId', 'id'] as const
const changed = [
  'name',
  'frequency',
  'weekday',
  'time',
  'timeZone',
  'range',
  'groupBy',
  'filterByTags',
  'nextAt',
  'updatedAt',
] as const
const written = [...key, ...changed, 'createdAt'] as const

/** All scheduled reports of an account, by name. */
export const listScheduledReports = (db: Queryable, accountId: string): Promise<ScheduledReportRow[]> =>
  db.rows<ScheduledReportRow>(`select * from scheduled_reports where account_id = $1 order by folded(name), id`, [
    accountId,
  ])

/** Keeps others from adding scheduled reports to an account until the transaction ends. */
export const lockScheduledReports = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`select from accounts where id = $1 for no key update`, [accountId])

/** Locked until the transaction ends. */
export async function lockScheduledReport(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<ScheduledReportRow | null> {
  const rows = await tx.rows<ScheduledReportRow>(
    `select * from scheduled_reports where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export async function insertScheduledReport(tx: Queryable, row: ScheduledReportRow): Promise<void> {
  await tx.rows(insertOf('scheduled_reports', written), valuesOf(row, written))
}

export async function saveScheduledReport(tx: Queryable, row: ScheduledReportRow): Promise<void> {
  await tx.rows(updateOf('scheduled_reports', key, changed), valuesOf(row, [...key, ...changed]))
}

export const deleteScheduledReport = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from scheduled_reports where account_id = $1 and id = $2 returning id`, [accountId, id])

/** Reports whose time has come, the longest waiting first. */
export const findDueReports = (db: Queryable, now: Date, limit: number): Promise<ScheduledReportRow[]> =>
  db.rows<ScheduledReportRow>(`select * from scheduled_reports where next_at <= $1 order by next_at limit $2`, [
    now,
    limit,
  ])

/** Plans the next sending of a report, unless somebody else did since it was read. */
export const moveReportOn = (
  tx: Queryable,
  { accountId, id, nextAt }: Pick<ScheduledReportRow, 'accountId' | 'id' | 'nextAt'>,
  next: Date,
): Promise<boolean> =>
  findsAny(
    tx,
    `update scheduled_reports set next_at = $4 where account_id = $1 and id = $2 and next_at = $3 returning id`,
    [accountId, id, nextAt, next],
  )
