import type { Queryable } from '../database/queryable.ts'
import type { CheckSchedulesTable } from '../generated/tables.ts'

/** Whether the unlogged tables have what they had: a crash of the database empties all of them. */
export async function isPlannedSinceCrash(db: Queryable): Promise<boolean> {
  const [row] = await db.namedRows<{ isPlanned: boolean }>(
    'is-planned-since-crash',
    `select exists (select from planned_since_crash) as is_planned`,
    [],
  )
  return row?.isPlanned === true
}

/** The same for the one process that plans again; the others wait until its transaction ends. */
export async function lockPlanning(tx: Queryable): Promise<boolean> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('belfry planning'))`)
  return isPlannedSinceCrash(tx)
}

export const notePlanned = (tx: Queryable): Promise<unknown> =>
  tx.rows(`insert into planned_since_crash default values on conflict do nothing`)

/** The latest scheduled run of a check of which anything is stored. */
export interface StoredRun {
  readonly sessionId: string
  /** Where it ran; null when that is not known. */
  readonly location: string | null
}

/** The plan of a check. */
export interface PlanAfterCrash extends Pick<
  CheckSchedulesTable,
  'checkId' | 'frequency' | 'frequencyOffset' | 'locations' | 'runParallel'
> {
  /** Null when the check does not run. */
  readonly nextRunAt: Date | null
  readonly latest: StoredRun | null
}

/**
 * The next checks in the order of their ids, and the latest run since a session from which there is a result, a pack or a
 * task. The newest result may be a retry of an earlier session, when its clock was ahead; a later session has results with
 * ids behind that of this one.
 */
export const listPlansAfterCrash = (
  tx: Queryable,
  fromId: string,
  after: { readonly checkId: string; readonly limit: number },
): Promise<PlanAfterCrash[]> =>
  tx.rows<{ [K in keyof PlanAfterCrash]: PlanAfterCrash[K] }>(
    `select schedule.check_id, schedule.frequency, schedule.frequency_offset, schedule.locations, schedule.run_parallel,
       schedule.next_run_at, (
         select jsonb_build_object('sessionId', session_id, 'location', location) from (
           (select session_id, location from check_results
            where account_id = schedule.account_id and check_id = schedule.check_id and id >= $1
              and run_source = 'SCHEDULER' and id >= (
                select session_id from check_results
                where account_id = schedule.account_id and check_id = schedule.check_id and id >= $1
                  and run_source = 'SCHEDULER' order by id desc limit 1)
            order by session_id desc, id limit 1)
           union all
           (select last_id, null from result_packs
            where account_id = schedule.account_id and check_id = schedule.check_id and first_id >= $1
            order by first_id desc limit 1)
           union all
           (select session_id, queue from run_tasks where check_id = schedule.check_id and run_source = 'SCHEDULER'
            order by session_id desc limit 1)) as stored
         order by session_id desc limit 1) as latest
     from (
       select * from check_schedules where check_id > $2 order by check_id limit $3) as schedule
     order by schedule.check_id`,
    [fromId, after.checkId, after.limit],
  )

/** The latest scheduled session of each check that ended without a result, since a session. */
export async function listEndedWithoutResult(tx: Queryable, fromId: string): Promise<ReadonlyMap<string, StoredRun>> {
  const rows = await tx.rows<{ checkId: string; sessionId: string; location: string | null }>(
    `select distinct on (check_id) check_id, id as session_id, locations[1] as location from check_sessions
     where id >= $1 and run_source = 'SCHEDULER' and status in ('CANCELLED', 'TIMED_OUT') order by check_id, id desc`,
    [fromId],
  )
  return new Map(rows.map(({ checkId, ...run }) => [checkId, run]))
}

export interface PlannedTime {
  readonly checkId: string
  /** Null when the check does not run. */
  readonly nextRunAt: Date | null
  /** No slot up to this time runs again; null when none ran. */
  readonly lastSlot: Date | null
  readonly locationCursor: number
}

/** Checks that were edited meanwhile keep their next run. */
export const insertScheduleTimes = (tx: Queryable, times: readonly PlannedTime[]): Promise<unknown> =>
  tx.rows(
    `insert into schedule_times (check_id, next_run_at, last_slot, location_cursor)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::int[]) order by 1
     on conflict (check_id) do update set last_slot = excluded.last_slot, location_cursor = excluded.location_cursor`,
    [
      times.map(({ checkId }) => checkId),
      times.map(({ nextRunAt }) => nextRunAt),
      times.map(({ lastSlot }) => lastSlot),
      times.map(({ locationCursor }) => locationCursor),
    ],
  )
