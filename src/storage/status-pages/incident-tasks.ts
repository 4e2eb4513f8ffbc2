import type { TriggerIncident } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { insertAutomationTasks } from './automation-tasks.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { IncidentTasksTable } from '../generated/tables.ts'

export type IncidentTaskRow = Narrowed<
  IncidentTasksTable,
  {
    readonly kind: 'OPEN' | 'RESOLVE'
    /** Set for OPEN only. */
    readonly trigger: TriggerIncident | null
  }
>

/** The incident changes that an alert, or the deletion of a check, requires. */
export type NewIncidentTask = Omit<IncidentTaskRow, 'id'> & {
  /** Of a check that fails, and its group: rules match them. */
  readonly tags?: readonly string[]
}

/**
 * Writes tasks down in the transaction of their alerts, which holds the state of each check, so that the order of the
 * tasks of one check is that of its alerts. A recovery of a check without an incident writes nothing.
 */
export async function insertIncidentTasks(tx: Queryable, tasks: readonly NewIncidentTask[]): Promise<void> {
  for (const task of tasks.filter(({ kind, trigger }) => kind === 'RESOLVE' || trigger !== null))
    await tx.rows(
      `insert into incident_tasks (account_id, check_id, kind, trigger, at)
       select $1, $2, $3, $4, $5 where $3 = 'OPEN'
         or exists (select from incident_tasks where check_id = $2 and account_id = $1)
         or exists (select from incidents where account_id = $1 and opened_by_check_id = $2
           and status_page_id is null and last_update_status <> 'RESOLVED')`,
      [task.accountId, task.checkId, task.kind, task.trigger && JSON.stringify(task.trigger), task.at],
    )
  await insertAutomationTasks(
    tx,
    tasks.flatMap(({ accountId, checkId, kind, tags = [], at }) =>
      kind === 'OPEN' && tags.length === 0 ? [] : [{ accountId, checkId, tags: kind === 'OPEN' ? tags : null, at }],
    ),
  )
}

/**
 * The oldest task of each check, held until the transaction ends; never one whose check has an older task that another
 * process is applying. They are deleted with the transaction that applies them.
 */
export const takeIncidentTasks = (
  tx: Queryable,
  limit: number,
): Promise<(IncidentTaskRow & Record<string, unknown>)[]> =>
  tx.rows(
    `delete from incident_tasks where id = any(array(
       select id from incident_tasks task where not exists (
         select from incident_tasks older where older.check_id = task.check_id and older.id < task.id)
       order by id limit $1 for update of task skip locked))
     returning *`,
    [limit],
  )
