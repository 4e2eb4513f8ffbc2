import { maxProgressEvents } from '#contract'
import type { RunProgress } from '#contract'
import type { Encryption } from '#kernel'
import type { Database } from '../database/database.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { sessionsEndedChannel } from './ended-sessions.ts'
import type { EndWait } from './ended-sessions.ts'
import type { Lease } from './run-tasks.ts'
import { waitForNews } from './wait-for-news.ts'

const channel = 'dry_run_progress'
/** A watcher reads the next part when it has this one. */
const maxBatches = 50

/** The events of a dry run, and the position of the next part. */
export interface DryRunProgress {
  readonly position: number
  readonly events: readonly RunProgress[]
}

/** Whether the lease is still held. */
export const isLeaseHeld = async (db: Queryable, { taskId, leaseToken }: Lease): Promise<boolean> =>
  (await db.query(`select from run_tasks where id = $1 and lease_token = $2`, [taskId, leaseToken])).rowCount > 0

/** Adds events to the progress of the dry run whose lease this is. False when the lease is no longer held. */
export async function addDryRunProgress(
  db: Database,
  encryption: Encryption,
  { taskId, leaseToken }: Lease,
  events: readonly RunProgress[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into dry_run_progress (dry_run_id, position, encrypted_events)
     select dry_runs.id, 1 + coalesce(max(earlier.position), 0), $3
     from dry_runs join run_tasks on run_tasks.id = dry_runs.id
       left join dry_run_progress as earlier on earlier.dry_run_id = dry_runs.id
     where dry_runs.id = $1 and run_tasks.lease_token = $2 and dry_runs.ended_at is null
     group by dry_runs.id having coalesce(max(earlier.position), 0) < $4`,
    [taskId, leaseToken, encryption.encrypt(JSON.stringify(events)), maxProgressEvents],
  )
  if (rowCount === 0) return isLeaseHeld(db, { taskId, leaseToken })
  await notify(db, channel)
  return true
}

/** The events of a dry run after a position. */
export async function findDryRunProgress(
  db: Queryable,
  encryption: Encryption,
  { accountId, id, after }: { readonly accountId: string; readonly id: string; readonly after: number },
): Promise<DryRunProgress> {
  const rows = await db.rows<{ position: number; encryptedEvents: string }>(
    `select position, encrypted_events from dry_run_progress join dry_runs on dry_runs.id = dry_run_id
     where account_id = $1 and dry_run_id = $2 and position > $3 order by position limit ${maxBatches}`,
    [accountId, id, after],
  )
  return {
    position: rows.at(-1)?.position ?? after,
    events: rows.flatMap((row) => eventsOf(encryption.decrypt(row.encryptedEvents))),
  }
}

/** Only `addDryRunProgress` writes these values; the authenticated encryption proves it. */
const eventsOf = (text: string) => JSON.parse(text) as RunProgress[]

/** Polls `look` until it returns something: at once, after progress or the end of any dry run, and every second. */
export const waitForDryRunProgress = <T>(
  db: Database,
  look: () => Promise<T | undefined>,
  wait: EndWait,
): Promise<T | undefined> => waitForNews(db, [channel, sessionsEndedChannel], look, wait)
