import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckSchedulesTable } from '../generated/tables.ts'

export type CheckScheduleRow = Narrowed<
  Omit<CheckSchedulesTable, 'skippedTicks' | 'droppedRuns'>,
  {
    readonly checkType: CheckType
    readonly nextRunAt: Date
  }
>

/** The checks whose time has come, locked for this transaction; rows another scheduler holds are skipped. */
export const lockDueSchedules = (tx: Queryable, now: Date, limit: number): Promise<CheckScheduleRow[]> =>
  tx.namedRows(
    'lock-due-schedules',
    `select account_id, check_id, check_type, check_name, frequency, frequency_offset, locations, run_parallel,
       next_run_at, last_slot, location_cursor
     from check_schedules where next_run_at <= $1 order by next_run_at limit $2 for update skip locked`,
    [now, limit],
  )

export interface ScheduleMove {
  readonly checkId: string
  readonly nextRunAt: Date
  /** The slot that becomes a run now; null when none does. */
  readonly slot: Date | null
  readonly locationCursor: number
  readonly skippedTicks: number
}

export const moveSchedules = (tx: Queryable, moves: readonly ScheduleMove[]): Promise<unknown> =>
  tx.namedRows(
    'move-schedules',
    `update check_schedules set next_run_at = move.next_run_at, location_cursor = move.cursor,
       last_slot = coalesce(move.slot, last_slot), skipped_ticks = skipped_ticks + move.skipped
     from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::timestamptz[])
       as move (id, next_run_at, cursor, skipped, slot)
     where check_schedules.check_id = move.id`,
    [
      moves.map((move) => move.checkId),
      moves.map((move) => move.nextRunAt),
      moves.map((move) => move.locationCursor),
      moves.map((move) => move.skippedTicks),
      moves.map((move) => move.slot),
    ],
  )

/** When the next check comes due; null when nothing is scheduled. */
export async function earliestNextRun(db: Queryable): Promise<Date | null> {
  const rows = await db.namedRows<{ nextRunAt: Date | null }>(
    'earliest-next-run',
    `select next_run_at from check_schedules where next_run_at is not null order by next_run_at limit 1`,
    [],
  )
  return rows[0]?.nextRunAt ?? null
}

export type CheckPlan = Omit<CheckScheduleRow, 'nextRunAt' | 'lastSlot' | 'locationCursor'> & {
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
    `insert into check_schedules (account_id, check_id, check_type, check_name, frequency, frequency_offset, locations,
       run_parallel, next_run_at)
     select plan.account_id, plan.check_id, plan.check_type, plan.check_name, plan.frequency, plan.frequency_offset,
       plan.locations, plan.run_parallel,
       case when plan.next_run_at is null or known.next_run_at is not null then plan.next_run_at
         else coalesce(plan.starts_at, plan.next_run_at) end
     from jsonb_to_recordset($1::jsonb) as plan (account_id uuid, check_id uuid, check_type text, check_name text,
       frequency int, frequency_offset int, locations text[], run_parallel boolean, next_run_at timestamptz,
       starts_at timestamptz)
     left join check_schedules known on known.check_id = plan.check_id
     order by plan.check_id
     on conflict (check_id) do update set
       check_type = excluded.check_type,
       check_name = excluded.check_name,
       frequency = excluded.frequency,
       frequency_offset = excluded.frequency_offset,
       locations = excluded.locations,
       run_parallel = excluded.run_parallel,
       next_run_at = case
         when excluded.next_run_at is null or check_schedules.next_run_at is null
           or check_schedules.frequency <> excluded.frequency
           or check_schedules.frequency_offset is distinct from excluded.frequency_offset
         then excluded.next_run_at
         else check_schedules.next_run_at end`,
    [recordset(plans)],
  )

export const countDroppedRuns = (db: Queryable, checkIds: readonly string[]): Promise<unknown> =>
  db.rows(
    `update check_schedules set dropped_runs = dropped_runs + dropped.runs
     from (select id, count(*) as runs from unnest($1::uuid[]) as id group by id) as dropped
     where check_schedules.check_id = dropped.id`,
    [checkIds],
  )

const interval = `case when frequency > 0 then frequency * interval '1 minute'
  else coalesce(frequency_offset, 30) * interval '1 second' end`

/**
 * Schedules whose next run is further after `now` than their interval, locked. Reads every schedule. Those that
 * another process moved a moment ago by its own time are left alone by adding some time to `now`.
 */
export const lockSchedulesAhead = (tx: Queryable, now: Date, limit: number): Promise<CheckScheduleRow[]> =>
  tx.rows(
    `select account_id, check_id, check_type, check_name, frequency, frequency_offset, locations, run_parallel,
       next_run_at, last_slot, location_cursor
     from check_schedules where next_run_at > $1 and next_run_at > $1 + ${interval}
     limit $2 for update skip locked`,
    [now, limit],
  )

/** Sets when checks run next, and forgets latest slots that lie ahead of `now`: nothing would run before they passed. */
export const bringBackSchedules = (
  tx: Queryable,
  now: Date,
  moves: readonly { readonly checkId: string; readonly nextRunAt: Date }[],
): Promise<unknown> =>
  tx.rows(
    `update check_schedules set next_run_at = move.next_run_at,
       last_slot = case when last_slot > $3 then null else last_slot end
     from unnest($1::uuid[], $2::timestamptz[]) as move (id, next_run_at)
     where check_schedules.check_id = move.id`,
    [moves.map((move) => move.checkId), moves.map((move) => move.nextRunAt), now],
  )
