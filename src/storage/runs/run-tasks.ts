import type { RunSource } from '#contract'
import type { Queryable } from '../database/queryable.ts'

export interface RunTaskRow {
  readonly id: string
  readonly accountId: string
  readonly checkId: string
  readonly sessionId: string
  readonly sequenceId: string
  readonly location: string
  readonly sessionSize: number
  readonly attempt: number
  readonly runSource: RunSource
  readonly scheduledFor: Date
  readonly sequenceStartedAt: Date
  readonly availableAt: Date
  readonly queuedAt: Date
  readonly leaseToken: string | null
  readonly claims: number
  /** How often a runner gave it back. */
  readonly returns: number
}

export type NewRunTask = Omit<RunTaskRow, 'leaseToken' | 'claims' | 'returns'>

/** Whether a run belongs to a test session: it says nothing about how its check does. */
export const isTestRun = (task: Pick<RunTaskRow, 'runSource'>): boolean => task.runSource.startsWith('TEST_')

const insert = `
insert into run_tasks (id, account_id, check_id, session_id, sequence_id, location, session_size, attempt, run_source,
  scheduled_for, sequence_started_at, available_at, queued_at)
select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[],
  $8::smallint[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[])`

export async function insertRunTasks(db: Queryable, tasks: readonly NewRunTask[]): Promise<void> {
  if (tasks.length === 0) return
  await db.namedRows('insert-run-tasks', insert, [
    tasks.map((task) => task.id),
    tasks.map((task) => task.accountId),
    tasks.map((task) => task.checkId),
    tasks.map((task) => task.sessionId),
    tasks.map((task) => task.sequenceId),
    tasks.map((task) => task.location),
    tasks.map((task) => task.sessionSize),
    tasks.map((task) => task.attempt),
    tasks.map((task) => task.runSource),
    tasks.map((task) => task.scheduledFor),
    tasks.map((task) => task.sequenceStartedAt),
    tasks.map((task) => task.availableAt),
    tasks.map((task) => task.queuedAt),
  ])
}

/**
 * Leases up to `limit` tasks whose time has come, the longest waiting of each location first. Any number of processes
 * may call it at once: a task another one is taking is skipped, not waited for.
 */
const claim = `
with picked as (
  select task.id
  from unnest($1::text[]) as place (location)
  cross join lateral (
    select id from run_tasks
    where run_tasks.location = place.location and available_at <= $2
    order by available_at
    limit $3
    for update skip locked
  ) task
  limit $3
)
update run_tasks set lease_token = $4, available_at = $5, runner_id = $6, claims = claims + 1
from picked where run_tasks.id = picked.id
returning run_tasks.*`

export interface Claim {
  readonly queues: readonly string[]
  readonly limit: number
  readonly now: Date
  readonly leaseToken: string
  readonly leaseUntil: Date
  readonly runnerId: string
}

export const claimRunTasks = (db: Queryable, request: Claim): Promise<RunTaskRow[]> =>
  db.namedRows('claim-run-tasks', claim, [
    request.queues,
    request.now,
    request.limit,
    request.leaseToken,
    request.leaseUntil,
    request.runnerId,
  ])

export interface Lease {
  readonly taskId: string
  readonly leaseToken: string
}

/** Ends the leases and removes their tasks; a lease that was lost meanwhile returns no row. */
export const takeLeasedTasks = (db: Queryable, leases: readonly Lease[]): Promise<RunTaskRow[]> =>
  db.namedRows(
    'take-leased-tasks',
    `delete from run_tasks using unnest($1::uuid[], $2::uuid[]) as lease (id, token)
     where run_tasks.id = lease.id and run_tasks.lease_token = lease.token
     returning run_tasks.*`,
    [leases.map((lease) => lease.taskId), leases.map((lease) => lease.leaseToken)],
  )

export const renewLeases = (db: Queryable, leases: readonly Lease[], leaseUntil: Date): Promise<{ id: string }[]> =>
  db.rows(
    `update run_tasks set available_at = $3
     from unnest($1::uuid[], $2::uuid[]) as lease (id, token)
     where run_tasks.id = lease.id and run_tasks.lease_token = lease.token
     returning run_tasks.id`,
    [leases.map((lease) => lease.taskId), leases.map((lease) => lease.leaseToken), leaseUntil],
  )

/**
 * Ends the leases and makes their tasks claimable, as if they had not been claimed: at once the first time, then 2, 4 and
 * at most 6 seconds after `now`, since what disturbed them may go on. A lease that was lost meanwhile returns no row.
 */
export const returnLeasedTasks = (
  db: Queryable,
  leases: readonly Lease[],
  now: Date,
): Promise<Pick<RunTaskRow, 'id' | 'location'>[]> =>
  db.rows(
    `update run_tasks set lease_token = null, runner_id = null, available_at = $3::timestamptz + least(returns, 3) * interval '2 seconds',
       claims = greatest(claims - 1, 0), returns = least(returns + 1, 1000)
     from unnest($1::uuid[], $2::uuid[]) as lease (id, token)
     where run_tasks.id = lease.id and run_tasks.lease_token = lease.token
     returning run_tasks.id, run_tasks.location`,
    [leases.map((lease) => lease.taskId), leases.map((lease) => lease.leaseToken), now],
  )

/** Removes tasks nobody claimed since `before`, and tasks whose runner died `maxClaims` times. */
export const deleteAbandonedTasks = (
  db: Queryable,
  before: Date,
  now: Date,
  maxClaims: number,
): Promise<RunTaskRow[]> =>
  db.rows(
    `delete from run_tasks where id in (
       select id from run_tasks
       where available_at <= $1 or (available_at <= $2 and claims >= $3)
       limit 5000 for update skip locked)
     returning *`,
    [before, now, maxClaims],
  )

export const deleteRunTasks = (db: Queryable, ids: readonly string[]): Promise<RunTaskRow[]> =>
  db.rows(`delete from run_tasks where id = any($1::uuid[]) returning *`, [ids])

/** Which of these checks still have a run waiting or under way; runs of test sessions hold nothing up. */
export async function busyChecks(db: Queryable, checkIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.namedRows<{ checkId: string }>(
    'busy-checks',
    `select distinct check_id from run_tasks where check_id = any($1::uuid[]) and run_source not like 'TEST%'`,
    [checkIds],
  )
  return new Set(rows.map((row) => row.checkId))
}

export interface QueueDepth {
  readonly location: string
  readonly waiting: number
  readonly leased: number
  readonly oldestAvailableAt: Date | null
}

/** Waiting and leased tasks per location, for health and metrics. */
export const queueDepths = (db: Queryable, now: Date): Promise<QueueDepth[]> =>
  db.rows(
    `select location,
       count(*) filter (where lease_token is null or available_at <= $1)::int as waiting,
       count(*) filter (where lease_token is not null and available_at > $1)::int as leased,
       min(available_at) filter (where available_at <= $1) as oldest_available_at
     from run_tasks group by location`,
    [now],
  )
