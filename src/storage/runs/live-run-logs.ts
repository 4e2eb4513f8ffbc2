import { followedRunSources } from '#contract'
import type { RunProgress } from '#contract'
import type { Encryption } from '#kernel'
import type { Database } from '../database/database.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { LiveRunLogsTable } from '../generated/tables.ts'
import { sessionsEndedChannel } from './ended-sessions.ts'
import type { EndWait } from './ended-sessions.ts'
import { liveRunsChannel, notifyLiveRuns } from './live-runs.ts'
import type { Lease } from './run-tasks.ts'
import { resultIdsOf } from './test-sessions.ts'
import { waitForNews } from './wait-for-news.ts'

/**
 * Adds events of a run of a session whose lease this is. One after the other in each session, so that positions are
 * there in their order. False when the lease is no longer held.
 */
export async function addLiveRunLog(
  db: Queryable,
  encryption: Encryption,
  { taskId, leaseToken }: Lease,
  { events, now }: { readonly events: readonly RunProgress[]; readonly now: Date },
): Promise<boolean> {
  const [added] = await db.rows<{ sessionId: string }>(
    `insert into live_run_logs (session_id, sequence_id, attempt, encrypted_events, created_at)
     select session_id, sequence_id, attempt, $3, $4 from (
       select session_id, sequence_id, attempt, pg_advisory_xact_lock(hashtextextended(session_id::text, 0))
       from run_tasks where id = $1 and lease_token = $2) held
     returning session_id`,
    [taskId, leaseToken, encryption.encrypt(JSON.stringify(events)), now],
  )
  if (added === undefined) return false
  await notifyLiveRuns(db, [added.sessionId])
  return true
}

/** Whether it is the lease of a run whose session may be followed, and still held. */
export const isLeaseOfFollowedRun = (db: Queryable, { taskId, leaseToken }: Lease): Promise<boolean> =>
  findsAny(db, `select from run_tasks where id = $1 and lease_token = $2 and run_source = any($3::text[])`, [
    taskId,
    leaseToken,
    followedRunSources,
  ])

/** The events of a part of the runs of a session, and where they end. */
export interface LiveRunLog {
  readonly position: number
  readonly sequenceId: string
  /** Which attempt of the run it is; the first is 1. */
  readonly attempt: number
  readonly events: readonly RunProgress[]
}

/** A reader reads the next part when it has this one. */
const maxParts = 200

/** The events of the runs of a session behind a position, in the order in which they were stored. */
export async function findLiveRunLogs(
  db: Queryable,
  encryption: Encryption,
  { sessionId, after }: { readonly sessionId: string; readonly after: number },
): Promise<LiveRunLog[]> {
  const rows = await db.namedRows<PartRow>(
    'find-live-run-logs',
    `select position, sequence_id, attempt, encrypted_events from live_run_logs
     where session_id = $1 and position > $2 order by position limit ${maxParts}`,
    [sessionId, after],
  )
  return rows.map((row) => partOf(encryption, row))
}

/** The events of runs under way behind a position, and the position behind which the next ones are. */
export interface LiveProgress {
  readonly position: number
  readonly parts: readonly LiveRunLog[]
}

/** A session whose runs are followed, and the position behind which events are read. */
interface FollowedSession {
  readonly accountId: string
  readonly id: string
  readonly after: number
}

/** The events of those runs of a test session that have not ended, in the order in which they were stored. */
export async function findLiveProgress(
  db: Queryable,
  encryption: Encryption,
  { accountId, id, after }: FollowedSession,
): Promise<LiveProgress> {
  const latest = await latestPosition(db, id, after)
  const { first, end } = resultIdsOf(id)
  const rows = await db.namedRows<PartRow>(
    'find-live-progress',
    `select log.position, log.sequence_id, log.attempt, log.encrypted_events from live_run_logs log
     join test_session_results result on result.account_id = $1 and result.session_id = $2
       and result.id >= $3 and result.id < $4 and result.id = log.sequence_id and result.result_type = 'PENDING'
     where log.session_id = $2 and log.position > $5 and log.position <= $6 order by log.position limit ${maxParts}`,
    [accountId, id, first, end, after, latest],
  )
  return { position: positionBehind(rows, latest, after), parts: rows.map((row) => partOf(encryption, row)) }
}

/** A part of the events of a run of a check, and the queue of its location. */
interface LocatedRunLog extends LiveRunLog {
  readonly queue: string
}

export interface CheckSessionProgress {
  readonly position: number
  readonly parts: readonly LocatedRunLog[]
}

/** The events of those runs of a check session that have not ended, in the order in which they were stored. */
export async function findCheckSessionProgress(
  db: Queryable,
  encryption: Encryption,
  { accountId, checkId, id, after }: FollowedSession & { readonly checkId: string },
): Promise<CheckSessionProgress> {
  const latest = await latestPosition(db, id, after)
  const rows = await db.namedRows<PartRow & { readonly queue: string }>(
    'find-check-session-progress',
    `select log.position, log.sequence_id, log.attempt, log.encrypted_events, task.queue from live_run_logs log
     join run_tasks task on task.check_id = $2 and task.account_id = $1 and task.session_id = $3
       and task.sequence_id = log.sequence_id
     where log.session_id = $3 and log.position > $4 and log.position <= $5 order by log.position limit ${maxParts}`,
    [accountId, checkId, id, after, latest],
  )
  const parts = rows.map(({ queue, ...row }) => ({ ...partOf(encryption, row), queue }))
  return { position: positionBehind(rows, latest, after), parts }
}

/** Read before the events: those that come meanwhile are in the next answer. */
async function latestPosition(db: Queryable, sessionId: string, after: number): Promise<number> {
  const [known] = await db.namedRows<{ latest: number | null }>(
    'find-latest-live-run-log',
    `select max(position) as latest from live_run_logs where session_id = $1`,
    [sessionId],
  )
  return known?.latest ?? after
}

const positionBehind = (rows: readonly PartRow[], latest: number, after: number): number =>
  rows.length < maxParts ? Math.max(latest, after) : (rows.at(-1)?.position ?? latest)

type PartRow = Pick<LiveRunLogsTable, 'position' | 'sequenceId' | 'attempt' | 'encryptedEvents'>

const partOf = (encryption: Encryption, { encryptedEvents, ...row }: PartRow): LiveRunLog => ({
  ...row,
  events: eventsOf(encryption.decrypt(encryptedEvents)),
})

/** Polls `look` until it returns something: at once, after news of any session, and every second. */
export const waitForLiveProgress = <T>(
  db: Database,
  look: () => Promise<T | undefined>,
  wait: EndWait,
): Promise<T | undefined> => waitForNews(db, [liveRunsChannel, sessionsEndedChannel], look, wait)

/** Only `addLiveRunLog` writes these values; the authenticated encryption proves it. */
const eventsOf = (text: string) => JSON.parse(text) as RunProgress[]

export const deleteOldLiveRunLogs = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.rows(`delete from live_run_logs where created_at < $1`, [before])
