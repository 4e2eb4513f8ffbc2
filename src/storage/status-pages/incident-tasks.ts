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
export type NewIncidentTask = Omit<IncidentTaskRow, 'id' | 'causes'> & {
  /** Of a failure: texts of which one is equal to one of another failure with the same cause. */
  readonly causes?: readonly string[]
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
      `insert into incident_tasks (account_id, check_id, kind, trigger, at, causes)
       select $1, $2, $3, $4, $5, $6 where $3 = 'OPEN'
         or exists (select from incident_tasks where check_id = $2 and account_id = $1)
         or exists (select from incident_failures failure
           join incidents on incidents.account_id = failure.account_id and incidents.id = failure.incident_id
           where failure.account_id = $1 and failure.check_id = $2 and last_update_status <> 'RESOLVED')`,
      [
        task.accountId,
        task.checkId,
        task.kind,
        task.trigger && JSON.stringify(task.trigger),
        task.at,
        task.causes ?? [],
      ],
    )
  await insertAutomationTasks(
    tx,
    tasks.flatMap(({ accountId, checkId, kind, tags = [], at }) =>
      kind === 'OPEN' && tags.length === 0 ? [] : [{ accountId, checkId, tags: kind === 'OPEN' ? tags : null, at }],
    ),
  )
}

/**
 * The oldest tasks, deleted with the transaction that applies them, in their order. One process applies them at a time, so
 * that failures with one cause find each other; others get none meanwhile.
 */
export async function takeIncidentTasks(
  tx: Queryable,
  limit: number,
): Promise<(IncidentTaskRow & Record<string, unknown>)[]> {
  const rows = await tx.namedRows<IncidentTaskRow & Record<string, unknown>>(
    'take-incident-tasks',
    `with lock as materialized (
       select pg_try_advisory_xact_lock(hashtextextended('incident tasks', 4711)) as is_held)
     delete from incident_tasks
     where (select is_held from lock) and id = any(array(select id from incident_tasks order by id limit $1))
     returning *`,
    [limit],
  )
  return rows.toSorted((a, b) => a.id - b.id)
}
