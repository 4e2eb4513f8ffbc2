import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { CheckScheduleRow } from './schedule-times.ts'

export type CheckPlan = Omit<
  CheckScheduleRow,
  'nextRunAt' | 'lastSlot' | 'locationCursor' | 'failingSeconds' | 'isFailing'
> & {
  /** Seconds between runs while it is failing; absent or null: as always. */
  readonly failingSeconds?: number | null
  /** The next slot; null when the check does not run. */
  readonly nextRunAt: Date | null
  /** When a check runs that did not run before; the next slot unless given. */
  readonly startsAt?: Date | null
}

/**
 * Stores the effective plan of checks. The next run moves only when the plan's timing changed or the check comes back
 * to life, so that an edit of a name does not shift the schedule.
 */
export const saveSchedules = (tx: Queryable, plans: readonly CheckPlan[]): Promise<unknown> =>
  tx.namedRows(
    'save-schedules',
    `with plan as (
       select * from jsonb_to_recordset($1::jsonb) as plan (account_id uuid, check_id uuid, check_type text, check_name text,
         frequency int, frequency_offset int, failing_seconds int, locations text[], run_parallel boolean, next_run_at timestamptz,
         starts_at timestamptz)),
     known as (
       select check_id, schedule.frequency, schedule.frequency_offset, times.next_run_at
       from plan join check_schedules schedule using (check_id) join schedule_times times using (check_id)),
     timed as (
       select plan.*, known.next_run_at is not null and plan.next_run_at is not null and known.frequency = plan.frequency
         and known.frequency_offset is not distinct from plan.frequency_offset as goes_on,
         case when plan.next_run_at is null or known.next_run_at is not null then plan.next_run_at
           else coalesce(plan.starts_at, plan.next_run_at) end as first_run_at
       from plan left join known using (check_id)),
     stored as (
       insert into check_schedules (account_id, check_id, check_type, check_name, frequency, frequency_offset, failing_seconds,
         locations, run_parallel, next_run_at)
       select account_id, check_id, check_type, check_name, frequency, frequency_offset, failing_seconds, locations,
         run_parallel, first_run_at
       from timed order by check_id
       on conflict (check_id) do update set
         check_type = excluded.check_type,
         check_name = excluded.check_name,
         frequency = excluded.frequency,
         frequency_offset = excluded.frequency_offset,
         failing_seconds = excluded.failing_seconds,
         locations = excluded.locations,
         run_parallel = excluded.run_parallel,
         next_run_at = case when (select goes_on from timed where timed.check_id = excluded.check_id)
           then check_schedules.next_run_at else excluded.next_run_at end)
     insert into schedule_times (check_id, next_run_at)
     select check_id, first_run_at from timed where not goes_on order by check_id
     on conflict (check_id) do update set next_run_at = excluded.next_run_at`,
    [recordset(plans)],
  )

export interface PlannedCheckRow {
  readonly checkId: string
  /** Of its effective locations. */
  readonly queues: readonly string[]
}

/** The checks of an account that run by themselves in one of these queues at least; of these checks when ids are given. */
export const listPlannedAt = (
  db: Queryable,
  {
    accountId,
    queues,
    checkIds,
  }: {
    readonly accountId: string
    readonly queues: readonly string[]
    readonly checkIds: readonly string[] | null
  },
): Promise<PlannedCheckRow[]> =>
  db.rows<{ [K in keyof PlannedCheckRow]: PlannedCheckRow[K] }>(
    `select check_id, locations as queues from check_schedules
     where account_id = $1 and locations && $2::text[] and next_run_at is not null
       and ($3::uuid[] is null or check_id = any($3))`,
    [accountId, queues, checkIds],
  )

export const countDroppedRuns = (db: Queryable, checkIds: readonly string[]): Promise<unknown> =>
  db.rows(
    `update check_schedules set dropped_runs = dropped_runs + dropped.runs
     from (select id, count(*) as runs from unnest($1::uuid[]) as id group by id) as dropped
     where check_schedules.check_id = dropped.id`,
    [checkIds],
  )
