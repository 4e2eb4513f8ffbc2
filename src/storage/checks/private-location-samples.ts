import type { Queryable } from '../database/queryable.ts'

export interface QueueSample {
  readonly at: Date
  readonly queueSize: number
  readonly oldestSeconds: number
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
     on conflict do nothing`,
    [at, now],
  )
  return rowCount
}

export const deleteQueueSamples = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from private_location_samples where at < $1`, [before])

/** Samples of one location from `from` to before `to`, oldest first. */
export const findQueueSamples = (
  db: Queryable,
  location: { readonly accountId: string; readonly id: string },
  range: { readonly from: Date; readonly to: Date },
): Promise<QueueSample[]> =>
  db.rows(
    `select at, queue_size, oldest_seconds from private_location_samples
     where account_id = $1 and location_id = $2 and at >= $3 and at < $4 order by at`,
    [location.accountId, location.id, range.from, range.to],
  )
