import type { Queryable } from './queryable.ts'
import type { Narrowed } from './narrowed.ts'
import type { ServiceTimeTable } from '../generated/tables.ts'

export type ServiceTimeRow = Narrowed<
  Omit<ServiceTimeTable, 'isOnly'>,
  {
    /** The latest time the installation has seen. */
    readonly latestAt: Date
  }
>

const columns = 'latest_at, latest_at_database, absence_ended_at, absence_ms'

/** The mark of the installation; null before its first process wrote one. */
export async function findServiceTime(db: Queryable): Promise<ServiceTimeRow | null> {
  const rows = await db.namedRows<ServiceTimeRow>('find-service-time', `select ${columns} from service_time`, [])
  return rows[0] ?? null
}

/** As above, locked. */
export async function lockServiceTime(tx: Queryable): Promise<ServiceTimeRow | null> {
  const rows = await tx.namedRows<ServiceTimeRow>(
    'lock-service-time',
    `select ${columns} from service_time for update`,
    [],
  )
  return rows[0] ?? null
}

/** Moves the mark forward; one that is later already stays. `databaseAt` is the clock of the database, if it was read. */
export const moveServiceTime = (tx: Queryable, mark: Date, databaseAt: Date | null): Promise<unknown> =>
  tx.namedRows(
    'move-service-time',
    `insert into service_time (latest_at, latest_at_database) values ($1, $2)
     on conflict (is_only) do update set latest_at = greatest(service_time.latest_at, excluded.latest_at),
       latest_at_database = excluded.latest_at_database`,
    [mark, databaseAt],
  )

export const recordAbsence = (tx: Queryable, endedAt: Date, absenceMs: number): Promise<unknown> =>
  tx.rows(`update service_time set absence_ended_at = $1, absence_ms = $2`, [endedAt, absenceMs])

/** A time in which no process of the installation ran. */
export interface ServiceAbsence {
  readonly since: Date
  readonly until: Date
}

export const insertAbsence = (tx: Queryable, { since, until }: ServiceAbsence): Promise<unknown> =>
  tx.rows(
    `insert into service_absences (since, until) values ($1, $2)
     on conflict (since) do update set until = greatest(service_absences.until, excluded.until)`,
    [since, until],
  )

export const deleteAbsences = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows('delete from service_absences where until < $1', [before])

/** The clock of the database's machine, in epoch milliseconds. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const rows = await db.namedRows<{ now: Date }>('database-clock', `select database_clock() as now`, [])
  return rows[0]?.now.getTime() ?? Number.NaN
}

const late = `$2::bigint * interval '1 millisecond'`
const period = `period_ms * interval '1 millisecond'`
const grace = `grace_ms * interval '1 millisecond'`
/** How early a ping may come, and how long it may be under way. */
const early = `greatest(5000, least(period_ms / 50, 60000)) * interval '1 millisecond'`

/**
 * Excuses heartbeats that were not failing when an absence began, `absentMs` before `now`: no process could receive pings
 * meanwhile. All get that much longer; those whose ping was due in it get a new period, since the next ping may be the
 * first that arrives. When nobody knows how long the absence was, all get a new period. Those with a schedule are excused
 * by `lockMissedSchedules`.
 */
export const excuseHeartbeats = (
  tx: Queryable,
  now: Date,
  { absentMs, isMeasured }: { readonly absentMs: number; readonly isMeasured: boolean },
): Promise<unknown> =>
  tx.rows(
    `update heartbeat_timers set failing_at = case
       when not $3 or failing_at - ${grace} - ${early} <= $1::timestamptz then greatest(failing_at + ${late}, $1::timestamptz + ${period} + ${grace})
       else failing_at + ${late} end
     where failing_at > $1::timestamptz - ${late} and schedule is null`,
    [now, absentMs, isMeasured],
  )

/** The ends of runs of jobs may have been missed: none of those that had started is late from now on. */
export const excuseOpenRuns = (tx: Queryable, { isMeasured }: { readonly isMeasured: boolean }): Promise<unknown> =>
  tx.rows(
    `update heartbeat_timers set run_late_at = null, runs = (
       select jsonb_agg(case when run ->> 'state' in ('running', 'unknown')
         then run || jsonb_build_object('lateAt', null, 'state', $1::text) else run end)
       from jsonb_array_elements(runs) as run)
     where runs <> '[]'`,
    [isMeasured ? 'unknown' : 'unmeasured'],
  )

/** Runs that waited stay as old as they were; leases that ended meanwhile end now. */
export const postponeRuns = (tx: Queryable, now: Date, byMs: number): Promise<unknown> =>
  tx.rows(
    `update run_tasks set claimable_at =
       greatest(claimable_at, least(claimable_at + $2::bigint * interval '1 millisecond', $1::timestamptz))
     where claimable_at < $1::timestamptz`,
    [now, byMs],
  )
