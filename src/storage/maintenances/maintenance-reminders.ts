import { minuteMs } from '#kernel'
import type { MaintenanceRow } from './maintenances.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'

/** When people are to be reminded of maintenances of one account: how many minutes before the start of each. */
export interface ReminderPlan {
  readonly maintenance: Pick<MaintenanceRow, 'accountId' | 'id' | 'startsAt'>
  readonly minutesBefore: readonly number[]
}

/** Brings the reminders of maintenances in line with their plans. Reminders that would have been due already are not sent. */
export async function planReminders(tx: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
  if (plans.length === 0) return
  const expected = plans.flatMap(({ maintenance, minutesBefore }) =>
    [...new Set(minutesBefore)].map((minutes) => ({
      accountId: maintenance.accountId,
      maintenanceId: maintenance.id,
      minutesBefore: minutes,
      dueAt: new Date(maintenance.startsAt.getTime() - minutes * minuteMs),
    })),
  )
  const values = [recordset(expected)]
  const record = `jsonb_to_recordset($1::jsonb) as expected (account_id uuid, maintenance_id uuid, minutes_before int,
    due_at timestamptz)`
  await tx.rows(
    `delete from maintenance_reminders reminders using unnest($2::uuid[], $3::uuid[]) as planned (account_id, id)
     where reminders.account_id = planned.account_id and reminders.maintenance_id = planned.id
       and not exists (select from ${record} where expected.maintenance_id = reminders.maintenance_id
         and expected.minutes_before = reminders.minutes_before and expected.due_at = reminders.due_at)`,
    [...values, plans.map(({ maintenance }) => maintenance.accountId), plans.map(({ maintenance }) => maintenance.id)],
  )
  if (expected.length === 0) return
  await tx.rows(
    `insert into maintenance_reminders (account_id, maintenance_id, minutes_before, due_at)
     select * from ${record} where due_at > $2 on conflict do nothing`,
    [...values, now],
  )
}

/** A reminder whose time has come, and the maintenance it is of as it is now. */
export interface DueReminder extends Pick<MaintenanceRow, 'accountId' | 'id' | 'startsAt' | 'endsAt' | 'status'> {
  readonly minutesBefore: number
}

/** Takes the reminders that are due and deletes them, in the transaction that sends them. */
export const takeDueReminders = (tx: Queryable, now: Date, limit: number): Promise<DueReminder[]> =>
  tx.namedRows(
    'take-due-reminders',
    `with due as (
       delete from maintenance_reminders where (account_id, maintenance_id, minutes_before) in (
         select account_id, maintenance_id, minutes_before from maintenance_reminders
         where due_at <= $1 order by due_at limit $2 for update skip locked)
       returning *)
     select maintenances.account_id, maintenances.id, maintenances.starts_at, maintenances.ends_at, maintenances.status,
       due.minutes_before
     from due join maintenances on maintenances.account_id = due.account_id and maintenances.id = due.maintenance_id`,
    [now, limit],
  )
