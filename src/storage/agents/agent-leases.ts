import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Lease, RunTaskRow } from '../runs/run-tasks.ts'

/** Whose leases are meant: an agent, and the location that its key belongs to. */
export interface LeaseHolder {
  readonly queue: string
  readonly runnerId: string
}

export interface HeldRun extends Lease {
  readonly accountId: string
  readonly checkId: string
  /** Null when the check was deleted. */
  readonly checkType: CheckType | null
}

/** Which of these leases the holder has, of runs of its location. */
export const findHeldRuns = (
  db: Queryable,
  { queue, runnerId }: LeaseHolder,
  leases: readonly Lease[],
): Promise<HeldRun[]> =>
  db.namedRows(
    'find-held-runs',
    `select task.id as task_id, given.lease_token, task.account_id, task.check_id,
       coalesce(checks.check_type, dry_runs.check_type, test_jobs.check_type) as check_type
     from unnest($3::uuid[], $4::uuid[]) as given (id, lease_token)
     join run_tasks task on task.id = given.id and task.lease_token = given.lease_token
     left join checks on checks.account_id = task.account_id and checks.id = task.check_id
     left join dry_runs on dry_runs.id = task.check_id
     left join test_jobs on test_jobs.check_id = task.check_id
     where task.queue = $1 and task.runner_id = $2`,
    [queue, runnerId, leases.map(({ taskId }) => taskId), leases.map(({ leaseToken }) => leaseToken)],
  )

/** The runs that one claim of the holder leased and that it still has. */
export const findRunsOfClaims = (
  db: Queryable,
  { queue, runnerId }: LeaseHolder,
  claimIds: readonly string[],
): Promise<RunTaskRow[]> =>
  db.rows(`select * from run_tasks where queue = $1 and runner_id = $2 and lease_token = any($3::uuid[])`, [
    queue,
    runnerId,
    claimIds,
  ])

/** A queue, and what the agents that ask cannot do. */
export interface AskedQueue {
  readonly queue: string
  readonly lacks: readonly string[]
}

/** How many runs of each of these can be claimed, up to `limit`, in the same order. */
export async function countClaimableRuns(
  db: Queryable,
  { asked, now, limit }: { readonly asked: readonly AskedQueue[]; readonly now: Date; readonly limit: number },
): Promise<number[]> {
  const rows = await db.namedRows<{ count: number }>(
    'count-claimable-runs',
    `select counted.count::int
     from unnest($1::text[], $2::text[]) with ordinality as asked (queue, lacks, position)
     cross join lateral (
       select count(*) as count from (
         select from run_tasks
         where run_tasks.queue = asked.queue and claimable_at <= $3
           and (needs is null or not needs && string_to_array(asked.lacks, ' ')) limit $4) due) counted
     order by asked.position`,
    [asked.map(({ queue }) => queue), asked.map(({ lacks }) => lacks.join(' ')), now, limit],
  )
  return rows.map(({ count }) => count)
}
