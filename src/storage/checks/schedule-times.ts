import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckSchedulesTable, ScheduleTimesTable } from '../generated/tables.ts'

/** The plan of a check with where it stands. */
export type CheckScheduleRow = Narrowed<
  Omit<CheckSchedulesTable, 'droppedRuns'> & Pick<ScheduleTimesTable, 'lastSlot' | 'locationCursor'>,
  {
    readonly checkType: CheckType
    readonly nextRunAt: Date
  }
> & {
  /** Whether the check is failing; false where its schedule does not depend on that. */
  readonly isFailing: boolean
}

const schedule = `select schedule.account_id, check_id, schedule.check_type, schedule.check_name, schedule.frequency,
  schedule.frequency_offset, schedule.failing_seconds, schedule.failing_seconds is not null and exists (
    select from check_states state where state.check_id = schedule.check_id and state.status = 'failing') as is_failing,
  schedule.locations, schedule.run_parallel, times.next_run_at, times.last_slot,
  times.location_cursor
  from schedule_times times join check_schedules schedule using (check_id)`

/** The checks whose time has come, locked for this transaction; rows another scheduler holds are skipped. */
export const lockDueSchedules = (tx: Queryable, now: Date, limit: number): Promise<CheckScheduleRow[]> =>
  tx.namedRows(
    'lock-due-schedules',
    `${schedule} where times.next_run_at <= $1 order by times.next_run_at limit $2 for update of times skip locked`,
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
    `update schedule_times set next_run_at = move.next_run_at, location_cursor = move.cursor,
       last_slot = coalesce(move.slot, last_slot), skipped_ticks = skipped_ticks + move.skipped
     from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::timestamptz[])
       as move (id, next_run_at, cursor, skipped, slot)
     where schedule_times.check_id = move.id`,
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
    `select next_run_at from schedule_times where next_run_at is not null order by next_run_at limit 1`,
    [],
  )
  return rows[0]?.nextRunAt ?? null
}

const interval = `case when frequency > 0 then frequency * interval '1 minute'
  else coalesce(frequency_offset, 30) * interval '1 second' end`

/**
 * Schedules whose next run is further after `now` than their interval, or whose latest slot is after `now`, locked. Reads
 * every schedule. Those that another process moved a moment ago by its own time are left alone by adding some time to
 * `now`.
 */
export const lockSchedulesAhead = (tx: Queryable, now: Date, limit: number): Promise<CheckScheduleRow[]> =>
  tx.rows(
    `${schedule} where times.next_run_at is not null
       and (times.next_run_at > $1::timestamptz + ${interval} or times.last_slot > $1)
     limit $2 for update of times skip locked`,
    [now, limit],
  )

/** Sets when checks run next, and forgets latest slots that lie ahead of `now`: nothing would run before they passed. */
export async function bringBackSchedules(
  tx: Queryable,
  now: Date,
  moves: readonly { readonly checkId: string; readonly nextRunAt: Date }[],
): Promise<void> {
  const values = [moves.map((move) => move.checkId), moves.map((move) => move.nextRunAt)]
  await tx.rows(
    `update schedule_times set next_run_at = move.next_run_at,
       last_slot = case when last_slot > $3 then null else last_slot end
     from unnest($1::uuid[], $2::timestamptz[]) as move (id, next_run_at)
     where schedule_times.check_id = move.id`,
    [...values, now],
  )
  await tx.rows(
    `update check_schedules set next_run_at = move.next_run_at
     from unnest($1::uuid[], $2::timestamptz[]) as move (id, next_run_at)
     where check_schedules.check_id = move.id and check_schedules.next_run_at > move.next_run_at`,
    values,
  )
}

/** Sets when checks run next that run by themselves. */
export const moveNextRuns = (
  tx: Queryable,
  moves: readonly { readonly checkId: string; readonly nextRunAt: Date }[],
): Promise<unknown> =>
  tx.rows(
    `update schedule_times set next_run_at = move.next_run_at
     from unnest($1::uuid[], $2::timestamptz[]) as move (id, next_run_at)
     where schedule_times.check_id = move.id and schedule_times.next_run_at is not null`,
    [moves.map((move) => move.checkId), moves.map((move) => move.nextRunAt)],
  )

/** Checks that run by themselves run next at this time. */
export const startChecksAt = (tx: Queryable, checkIds: readonly string[], at: Date): Promise<unknown> =>
  tx.rows(`update schedule_times set next_run_at = $2 where check_id = any($1::uuid[]) and next_run_at is not null`, [
    checkIds,
    at,
  ])
