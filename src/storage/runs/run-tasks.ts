import { isTestRunSource, testRunSources } from '#contract'
import type { RunSource } from '#contract'
import { leaseTables, publicRunTasks } from '../database/lease-tables.ts'
import { claimRows, releaseRows, renewRows, takeRows } from '../database/leases.ts'
import type { HeldRow, LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { RunTasksTable } from '../generated/tables.ts'

export type RunTaskRow = Narrowed<
  Omit<RunTasksTable, 'runnerId' | 'isUnlogged'>,
  {
    readonly runSource: RunSource
    /** How often a runner gave it back. */
    readonly returns: number
  }
>

/** Whether it is the run of a check that is not saved. */
export const isDryRun = (task: Pick<RunTaskRow, 'runSource'>): boolean => task.runSource === 'EDITOR'

export type NewRunTask = Omit<RunTaskRow, 'leaseToken' | 'claims' | 'returns' | 'needs'>

/** Whether a run belongs to a test session: it says nothing about how its check does. */
export const isTestRun = (task: Pick<RunTaskRow, 'runSource'>): boolean => isTestRunSource(task.runSource)

/**
 * Whether the session of a run has no row, because its task and results imply it: a scheduled run in one location, whose
 * first attempt has the id of its session. A row is stored when such a session ends otherwise than by a result that
 * says something about its target.
 */
export const isImplied = (task: Pick<RunTaskRow, 'runSource' | 'sessionSize' | 'sequenceId' | 'sessionId'>): boolean =>
  task.runSource === 'SCHEDULER' && task.sessionSize === 1 && task.sequenceId === task.sessionId

/** Whether a run is planned again by its schedule when a crash of the database loses it. */
const isUnlogged = (task: NewRunTask): boolean => isImplied(task) && task.attempt === 1

const insert = `
insert into run_tasks (id, account_id, check_id, session_id, sequence_id, queue, session_size, attempt, run_source,
  scheduled_for, sequence_started_at, claimable_at, queued_at, is_unlogged)
select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[],
  $8::smallint[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::boolean[])`

export async function insertRunTasks(db: Queryable, tasks: readonly NewRunTask[]): Promise<void> {
  if (tasks.length === 0) return
  await db.namedRows('insert-run-tasks', insert, [
    tasks.map((task) => task.id),
    tasks.map((task) => task.accountId),
    tasks.map((task) => task.checkId),
    tasks.map((task) => task.sessionId),
    tasks.map((task) => task.sequenceId),
    tasks.map((task) => task.queue),
    tasks.map((task) => task.sessionSize),
    tasks.map((task) => task.attempt),
    tasks.map((task) => task.runSource),
    tasks.map((task) => task.scheduledFor),
    tasks.map((task) => task.sequenceStartedAt),
    tasks.map((task) => task.claimableAt),
    tasks.map((task) => task.queuedAt),
    tasks.map(isUnlogged),
  ])
}

export interface RunTaskClaim extends LeaseClaim {
  /** Region codes, or queues of private locations. */
  readonly queues: readonly string[]
  readonly runnerId: string
  /** Whether it is a claim of agents of a public location, the only one in `queues`. */
  readonly isOfPublicLocation?: boolean
  /** Runs that are known to need any of this are left to others. */
  readonly lacks?: readonly string[]
}

/**
 * Leases up to `limit` tasks whose time has come, the longest waiting of each queue first. Public locations that agents
 * serve are left out, except for their agents, to which the runs of different accounts are leased in equal shares. Any
 * number of processes may call it at once.
 */
export const claimRunTasks = (
  db: Queryable,
  { queues, runnerId, isOfPublicLocation = false, lacks = [], ...claim }: RunTaskClaim,
): Promise<RunTaskRow[]> =>
  isOfPublicLocation
    ? claimRows(db, publicRunTasks, claim, [queues[0], runnerId, lacks])
    : claimRows(db, leaseTables.runTasks, claim, [queues, runnerId, lacks])

export interface Lease {
  readonly taskId: string
  readonly leaseToken: string
}

const held = (leases: readonly Lease[]): HeldRow[] =>
  leases.map(({ taskId, leaseToken }) => ({ key: [taskId], leaseToken }))

/** Ends the leases and removes their tasks; a lease that was lost meanwhile returns no row. */
export const takeLeasedTasks = (db: Queryable, leases: readonly Lease[]): Promise<RunTaskRow[]> =>
  takeRows(db, leaseTables.runTasks, held(leases))

/** Returns how many leases were renewed; the others were lost. */
export const renewLeases = (db: Queryable, leases: readonly Lease[], leaseUntil: Date): Promise<number> =>
  renewRows(db, leaseTables.runTasks, held(leases), leaseUntil)

/** Of these leases, those whose task is gone or has another lease. */
export async function findLostLeases<L extends Lease>(db: Queryable, leases: readonly L[]): Promise<L[]> {
  const rows = await db.namedRows<{ position: number }>(
    'find-lost-leases',
    `select held.position from unnest($1::uuid[], $2::uuid[]) with ordinality as held (id, lease_token, position)
     where not exists (select from run_tasks task where task.id = held.id and task.lease_token = held.lease_token)`,
    [leases.map(({ taskId }) => taskId), leases.map(({ leaseToken }) => leaseToken)],
  )
  const lost = new Set(rows.map(({ position }) => position - 1))
  return leases.filter((_, index) => lost.has(index))
}

/**
 * Ends the leases and makes their tasks claimable, as if they had not been claimed: at once the first time, then 2, 4 and
 * at most 6 seconds after `now`, since the cause may persist. Returns how many; the other leases were lost.
 */
export const returnLeasedTasks = (db: Queryable, leases: readonly Lease[], now: Date): Promise<number> =>
  releaseRows(db, leaseTables.runTasks, held(leases), {
    set: `runner_id = null, claimable_at = $3::timestamptz + least(returns, 3) * interval '2 seconds',
      claims = greatest(claims - 1, 0), returns = least(returns + 1, 1000)`,
    values: [now],
  })

/** Ends leases of runs that their holder cannot make, and records what they need, as if they had not been claimed. */
export async function passOnTasks(
  db: Queryable,
  runs: readonly (Lease & { readonly needs: readonly string[] })[],
  now: Date,
): Promise<void> {
  for (const [needs, some] of Map.groupBy(runs, (run) => run.needs.join(' ')))
    await releaseRows(db, leaseTables.runTasks, held(some), {
      set: `runner_id = null, claimable_at = $3, claims = greatest(claims - 1, 0), needs = string_to_array($4, ' ')`,
      values: [now, needs],
    })
}

/** Deletes tasks that were not claimed since `before`, and tasks whose runner died `maxClaims` times. */
export const deleteAbandonedTasks = (
  db: Queryable,
  before: Date,
  now: Date,
  maxClaims: number,
): Promise<RunTaskRow[]> =>
  db.namedRows(
    'delete-abandoned-tasks',
    `delete from run_tasks where id in (
       select id from run_tasks
       where claimable_at <= $1 or (claimable_at <= $2 and claims >= $3)
       limit 5000 for update skip locked)
     returning *`,
    [before, now, maxClaims],
  )

export const deleteRunTasks = (db: Queryable, ids: readonly string[]): Promise<RunTaskRow[]> =>
  db.rows(`delete from run_tasks where id = any($1::uuid[]) returning *`, [ids])

/** The sequences of a session that are waiting or under way. */
export async function openSequences(
  db: Queryable,
  session: { readonly checkId: string; readonly id: string },
): Promise<string[]> {
  const rows = await db.rows<{ sequenceId: string }>(
    `select distinct sequence_id from run_tasks where check_id = $1 and session_id = $2`,
    [session.checkId, session.id],
  )
  return rows.map((row) => row.sequenceId)
}

/** A run in a private location that no agent holds. `$1` is the time. */
const waitsForAgent = (task: string): string => `${task}.queue like 'private:%' and ${task}.claimable_at <= $1`

/**
 * Which of these checks still have a run waiting or under way. Runs of test sessions hold nothing up, nor do requested
 * runs that wait for an agent.
 */
export async function busyChecks(db: Queryable, checkIds: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db.namedRows<{ checkId: string }>(
    'busy-checks',
    `select distinct check_id from run_tasks task
     where check_id = any($2::uuid[]) and run_source <> all ($3::text[])
       and not (run_source <> 'SCHEDULER' and ${waitsForAgent('task')})`,
    [now, checkIds, testRunSources],
  )
  return new Set(rows.map((row) => row.checkId))
}

/**
 * Scheduled runs that wait for an agent while their check is due and nothing else of it is under way: at once where its
 * locations run in parallel; where they take turns, those that have waited since `turnBefore`. Checks in one location keep
 * theirs. Returns ids.
 */
export async function findReplaceableRuns(
  db: Queryable,
  { now, turnBefore, limit }: { readonly now: Date; readonly turnBefore: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db.namedRows<{ id: string }>(
    'find-replaceable-runs',
    `select task.id from schedule_times times
     join check_schedules schedule on schedule.check_id = times.check_id
     join run_tasks task on task.check_id = schedule.check_id
     where times.next_run_at <= $1 and cardinality(schedule.locations) > 1
       and task.run_source = 'SCHEDULER' and ${waitsForAgent('task')}
       and (schedule.run_parallel or task.claimable_at <= $2)
       and not exists (
         select from run_tasks other
         where other.check_id = task.check_id and other.run_source <> all ($4::text[])
           and not (${waitsForAgent('other')}))
     limit $3`,
    [now, turnBefore, limit, testRunSources],
  )
  return rows.map(({ id }) => id)
}

/** Deletes those of these runs that no agent has taken meanwhile. */
export const deleteWaitingRuns = (tx: Queryable, ids: readonly string[], now: Date): Promise<RunTaskRow[]> =>
  tx.rows(
    `delete from run_tasks where id in (
       select id from run_tasks task where id = any($2::uuid[]) and ${waitsForAgent('task')}
       for update skip locked)
     returning *`,
    [now, ids],
  )

export interface QueueDepth {
  readonly queue: string
  readonly waiting: number
  readonly leased: number
  readonly oldestClaimableAt: Date | null
}

/** Waiting and leased tasks per location, for health and metrics. */
export const queueDepths = (db: Queryable, now: Date): Promise<QueueDepth[]> =>
  db.rows(
    `select queue,
       count(*) filter (where lease_token is null or claimable_at <= $1)::int as waiting,
       count(*) filter (where lease_token is not null and claimable_at > $1)::int as leased,
       min(claimable_at) filter (where claimable_at <= $1) as oldest_claimable_at
     from run_tasks group by queue`,
    [now],
  )
