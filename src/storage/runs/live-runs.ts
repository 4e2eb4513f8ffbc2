import type { Queryable } from '../database/queryable.ts'
import type { SessionKey } from './session-rows.ts'

/** Notified with the id of a test session when something happened in it, and with that of a live run when its session starts. */
export const liveRunsChannel = 'live_runs'

/** A live run: its account, and the id that its client chose. */
export interface LiveRunKey {
  readonly accountId: string
  readonly suiteId: string
}

/** Tells who follows these test sessions that something happened in them. */
export const notifyLiveRuns = (tx: Queryable, sessionIds: readonly string[]): Promise<unknown> =>
  tx.namedRows('notify-live-runs', `select pg_notify($1, id) from unnest($2::text[]) as id`, [
    liveRunsChannel,
    [...new Set(sessionIds)],
  ])

/** Connects a live run with its session. */
export async function startLiveRun(
  tx: Queryable,
  { accountId, suiteId }: LiveRunKey,
  { sessionId, streamsLogs, now }: Pick<LiveSession, 'sessionId' | 'streamsLogs'> & { readonly now: Date },
): Promise<void> {
  await tx.rows(
    `insert into live_runs (account_id, suite_id, session_id, streams_logs, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, suite_id) do update
       set session_id = excluded.session_id, streams_logs = excluded.streams_logs`,
    [accountId, suiteId, sessionId, streamsLogs, now],
  )
  await notifyLiveRuns(tx, [suiteId])
}

const keysOf = (keys: readonly LiveRunKey[]): [string[], string[]] => [
  keys.map(({ accountId }) => accountId),
  keys.map(({ suiteId }) => suiteId),
]

/** Says that these are followed until a time. */
export const watchLiveRuns = (
  db: Queryable,
  keys: readonly LiveRunKey[],
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<unknown> =>
  db.rows(
    `insert into live_runs (account_id, suite_id, watched_until, created_at)
     select account_id, suite_id, $3, $4 from unnest($1::uuid[], $2::uuid[]) as key (account_id, suite_id)
     order by account_id, suite_id
     on conflict (account_id, suite_id) do update
       set watched_until = greatest(live_runs.watched_until, excluded.watched_until)`,
    [...keysOf(keys), until, now],
  )

/** Says that a process follows one no longer: unless another does, it is followed until `until`. */
export const unwatchLiveRun = (db: Queryable, { accountId, suiteId }: LiveRunKey, until: Date): Promise<unknown> =>
  db.rows(`update live_runs set watched_until = least(watched_until, $3) where account_id = $1 and suite_id = $2`, [
    accountId,
    suiteId,
    until,
  ])

export interface LiveSession extends LiveRunKey {
  readonly sessionId: string
  readonly isRecorded: boolean
  /** Whether its client wants what the runs write. */
  readonly streamsLogs: boolean
}

/** The sessions of those of these that have begun. */
export const findLiveSessions = (
  db: Queryable,
  keys: readonly LiveRunKey[],
): Promise<(LiveSession & Record<string, unknown>)[]> =>
  db.rows(
    `select live.account_id, live.suite_id, session.id as session_id, session.is_recorded, live.streams_logs
     from unnest($1::uuid[], $2::uuid[]) as key (account_id, suite_id)
     join live_runs live on live.account_id = key.account_id and live.suite_id = key.suite_id
     join test_sessions session on session.account_id = live.account_id and session.id = live.session_id`,
    keysOf(keys),
  )

/** Those of these sequences of a session that a runner has taken. */
export async function findTakenSequences(
  db: Queryable,
  sessionId: string,
  checkIds: readonly string[],
): Promise<string[]> {
  const rows = await db.namedRows<{ sequenceId: string }>(
    'find-taken-sequences',
    `select distinct sequence_id from run_tasks
     where check_id = any($2::uuid[]) and session_id = $1 and (lease_token is not null or attempt > 1)`,
    [sessionId, checkIds],
  )
  return rows.map(({ sequenceId }) => sequenceId)
}

/** Sessions under way that are not kept, and whose client followed them and is gone. */
export const findAbandonedSessions = (db: Queryable, now: Date): Promise<(SessionKey & Record<string, unknown>)[]> =>
  db.rows(
    `select session.account_id, session.id from live_runs live
     join test_sessions session on session.account_id = live.account_id and session.id = live.session_id
     where live.watched_until < $1 and not session.is_recorded and session.stopped_at is null`,
    [now],
  )

export const deleteOldLiveRuns = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.namedRows(
    'delete-old-live-runs',
    `delete from live_runs where created_at < $1 and (watched_until is null or watched_until < $1)`,
    [before],
  )
