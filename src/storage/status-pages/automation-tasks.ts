import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { AutomationTasksTable } from '../generated/tables.ts'

/** A failure, with the tags of its check, or a recovery. */
export interface NewAutomationTask {
  readonly accountId: string
  readonly checkId: string
  /** Null for a recovery. */
  readonly tags: readonly string[] | null
  readonly at: Date
}

export type AutomationTaskRow = AutomationTasksTable

/**
 * Writes tasks down in the transaction of their alerts, in their order: failures that a rule matches, and recoveries of
 * checks whose failure a rule knows or has yet to see.
 */
export async function insertAutomationTasks(tx: Queryable, tasks: readonly NewAutomationTask[]): Promise<void> {
  if (tasks.length === 0) return
  await tx.namedRows(
    'insert-automation-tasks',
    `with given as (
       select * from rows from (jsonb_to_recordset($1::jsonb) as (account_id uuid, check_id uuid, tags text[], at timestamptz))
         with ordinality as task (account_id, check_id, tags, at, place))
     insert into automation_tasks (account_id, check_id, tags, at)
     select account_id, check_id, tags, at from given task
     where case when tags is not null then exists (
         select from automation_rules rule where rule.account_id = task.account_id and rule.enabled and rule.tags && task.tags)
       else exists (
           select from automation_rule_failures failure
           where failure.account_id = task.account_id and failure.check_id = task.check_id)
         or exists (
           select from automation_tasks pending
           where pending.account_id = task.account_id and pending.check_id = task.check_id)
         or exists (select from given other where other.check_id = task.check_id and other.tags is not null) end
     order by place`,
    [recordset(tasks)],
  )
}

/**
 * The oldest tasks, deleted with the transaction that applies them. One process applies them at a time, so that rules see
 * all checks in order; others get none meanwhile.
 */
export async function takeAutomationTasks(
  tx: Queryable,
  limit: number,
): Promise<(AutomationTaskRow & Record<string, unknown>)[]> {
  const rows = await tx.namedRows<AutomationTaskRow & Record<string, unknown>>(
    'take-automation-tasks',
    `with lock as materialized (
       select pg_try_advisory_xact_lock(hashtextextended('automation tasks', 4711)) as is_held)
     delete from automation_tasks
     where (select is_held from lock) and id = any(array(select id from automation_tasks order by id limit $1))
     returning *`,
    [limit],
  )
  return rows.toSorted((a, b) => a.id - b.id)
}
