import type { Queryable } from '../database/queryable.ts'

export interface QueueSample {
  readonly at: Date
  readonly queueSize: number
  readonly oldestSeconds: number
  /** Runs that no agent took in time. */
  readonly droppedRuns: number
}

/**
 * Keeps how many runs wait for each private location, and how long the oldest has; locations without a queue get no
 * row. Several processes may do it for the same moment: the first counts. The name of a queue is that of the contract's
 * `privateLocationQueue`.
 */
export async function samplePrivateQueues(db: Queryable, at: Date, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `insert into private_location_samples (account_id, location_id, at, queue_size, oldest_seconds)
     select location.account_id, location.id, $1, count(*), extract(epoch from $2 - min(task.queued_at))
     from run_tasks task
     join private_locations location
       on task.queue = 'private:' || location.account_id || ':' || location.slug_name
     where task.claimable_at <= $2
     group by location.account_id, location.id
     on conflict (account_id, location_id, at) do update
       set queue_size = excluded.queue_size, oldest_seconds = excluded.oldest_seconds
       where private_location_samples.queue_size = 0`,
    [at, now],
  )
  return rowCount
}

/** Adds runs that were dropped in queues of private locations to the sample of that minute; other queues are ignored. */
export const countDroppedInSamples = (
  db: Queryable,
  at: Date,
  dropped: readonly { readonly queue: string; readonly runs: number }[],
): Promise<unknown> =>
  db.rows(
    `insert into private_location_samples (account_id, location_id, at, queue_size, oldest_seconds, dropped_runs)
     select location.account_id, location.id, $1, 0, 0, dropped.runs
     from unnest($2::text[], $3::integer[]) as dropped (queue, runs)
     join private_locations location on dropped.queue = 'private:' || location.account_id || ':' || location.slug_name
     on conflict (account_id, location_id, at) do update
       set dropped_runs = private_location_samples.dropped_runs + excluded.dropped_runs`,
    [at, dropped.map(({ queue }) => queue), dropped.map(({ runs }) => runs)],
  )

export const deleteQueueSamples = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from private_location_samples where at < $1`, [before])

/** Samples of one location from `from` to before `to`, oldest first. */
export const findQueueSamples = (
  db: Queryable,
  location: { readonly accountId: string; readonly id: string },
  range: { readonly from: Date; readonly to: Date },
): Promise<QueueSample[]> =>
  db.rows(
    `select at, queue_size, oldest_seconds, dropped_runs from private_location_samples
     where account_id = $1 and location_id = $2 and at >= $3 and at < $4 order by at`,
    [location.accountId, location.id, range.from, range.to],
  )
