import type { CheckType, Outcome, TestSessionStatus } from '#contract'
import { dayMs, firstIdAt } from '#kernel'
import { announceResources } from '../accounts/event-streams.ts'
import { notifySessionsEnded } from './ended-sessions.ts'
import type { Queryable } from '../database/queryable.ts'
import { notifyLiveRuns } from './live-runs.ts'
import { deleteRunOverrides } from './run-overrides.ts'
import { deleteTestJobs } from './test-jobs.ts'
import type { RunTaskRow } from './run-tasks.ts'
import { storableJson } from '../database/storable-json.ts'
import { advanceTestSessions, lockTestSessions, resultIdsOf } from './test-sessions.ts'
import type { TestSessionProgress } from './test-sessions.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { TestSessionResultsTable } from '../generated/tables.ts'

export type TestSessionResultRow = Narrowed<
  TestSessionResultsTable,
  {
    readonly checkType: CheckType
    readonly resultType: 'FINAL' | 'ATTEMPT' | 'PENDING'
    readonly status: TestSessionStatus
    readonly outcome: Outcome | null
    readonly detail: Record<string, unknown>
  }
>

/** A result without what its run saw in detail. */
export type TestSessionResultSummary = Omit<TestSessionResultRow, 'detail'>

const columns = `account_id, session_id, id, sequence_id, check_id, check_name, check_type, location, result_type, status,
  attempts, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, schedule_error,
  started_at, stopped_at, created_at, updated_at`

/** Stores results, and puts those that have ended in the place of the pending ones with their ids. */
export async function saveTestSessionResults(tx: Queryable, rows: readonly TestSessionResultRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.namedRows('save-test-session-results', save, [
    rows.map((row) => row.accountId),
    rows.map((row) => row.sessionId),
    rows.map((row) => row.id),
    rows.map((row) => row.sequenceId),
    rows.map((row) => row.checkId),
    rows.map((row) => row.checkName),
    rows.map((row) => row.checkType),
    rows.map((row) => row.location),
    rows.map((row) => row.resultType),
    rows.map((row) => row.status),
    rows.map((row) => row.attempts),
    rows.map((row) => row.outcome),
    rows.map((row) => row.hasErrors),
    rows.map((row) => row.overMaxResponseTime),
    rows.map((row) => row.responseTimeMs),
    rows.map((row) => row.statusCode),
    rows.map((row) => row.error),
    rows.map((row) => row.scheduleError),
    rows.map((row) => row.startedAt),
    rows.map((row) => row.stoppedAt),
    rows.map((row) => row.createdAt),
    rows.map((row) => row.updatedAt),
    rows.map((row) => storableJson(row.detail)),
    rows.map((row) => `{${row.errorGroupIds.join(',')}}`),
  ])
}

const ended = ['result_type', 'status', 'attempts', 'outcome', 'has_errors', 'over_max_response_time', 'error']
  .concat('response_time_ms', 'status_code', 'schedule_error', 'started_at', 'stopped_at', 'updated_at')
  .concat('detail', 'error_group_ids')

const save = `
insert into test_session_results as kept (${columns}, detail, error_group_ids)
select ${columns}, detail, error_group_ids::uuid[]
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[], $11::smallint[], $12::text[], $13::boolean[], $14::boolean[], $15::double precision[], $16::int[],
  $17::text[], $18::text[], $19::timestamptz[], $20::timestamptz[], $21::timestamptz[], $22::timestamptz[],
  $23::jsonb[], $24::text[]) as result (${columns}, detail, error_group_ids)
on conflict (account_id, session_id, id) do update set ${ended.map((name) => `${name} = excluded.${name}`).join(', ')}
where kept.result_type = 'PENDING'`

/** The results that wait for these tasks. */
export const listPendingTestResults = (
  tx: Queryable,
  tasks: readonly EndedTask[],
): Promise<TestSessionResultSummary[]> =>
  tx.rows(
    `select result.* from test_session_results result
     join unnest($1::uuid[], $2::uuid[], $3::uuid[]) as task (account_id, session_id, sequence_id)
       on result.account_id = task.account_id and result.session_id = task.session_id and result.id = task.sequence_id
     where result.result_type = 'PENDING'`,
    [tasks.map((task) => task.accountId), tasks.map((task) => task.sessionId), tasks.map((task) => task.sequenceId)],
  )

/** The results of one session, attempts included, oldest first. */
export function listResultsOfTestSession(
  db: Queryable,
  session: { readonly accountId: string; readonly id: string },
): Promise<TestSessionResultSummary[]> {
  const { first, end } = resultIdsOf(session.id)
  return db.rows(
    `select ${columns}, error_group_ids from test_session_results
     where account_id = $1 and session_id = $2 and id >= $3 and id < $4 order by id`,
    [session.accountId, session.id, first, end],
  )
}

/** A golden file, and where it belongs in the project of a client. */
export interface WrittenSnapshot {
  readonly key: string
  readonly path: string
}

/** The golden files of these results of one session that their client gets, by the id of the result. */
export async function findWrittenSnapshots(
  db: Queryable,
  session: { readonly accountId: string; readonly id: string },
  resultIds: readonly string[],
): Promise<Map<string, readonly WrittenSnapshot[]>> {
  const rows = await db.rows<{ id: string; snapshots: WrittenSnapshot[] }>(
    `select id, detail -> 'snapshots' as snapshots from test_session_results
     where account_id = $1 and session_id = $2 and id = any($3::uuid[]) and detail ? 'snapshots'`,
    [session.accountId, session.id, resultIds],
  )
  return new Map(rows.map(({ id, snapshots }) => [id, snapshots]))
}

export async function findTestSessionResult(
  db: Queryable,
  key: { readonly accountId: string; readonly sessionId: string; readonly id: string },
): Promise<TestSessionResultRow | null> {
  const rows = await db.rows<TestSessionResultRow>(
    `select * from test_session_results where account_id = $1 and session_id = $2 and id = $3`,
    [key.accountId, key.sessionId, key.id],
  )
  return rows[0] ?? null
}

/** The same for who does not know the session. It looks through the results of one day. */
export async function findAnyTestSessionResult(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<TestSessionResultRow | null> {
  const rows = await db.rows<TestSessionResultRow>(
    `select * from test_session_results where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export interface SequencesOfStatus {
  readonly sessionId: string
  readonly status: TestSessionStatus
  readonly sequenceIds: string[]
  /** Those of them that were degraded. */
  readonly degradedIds: string[]
}

/** The runs of several sessions of one account, by session and by what they came to. */
export async function listSequencesOfTestSessions(
  db: Queryable,
  accountId: string,
  sessionIds: readonly string[],
): Promise<SequencesOfStatus[]> {
  if (sessionIds.length === 0) return []
  const ranges = sessionIds.map(resultIdsOf)
  return db.rows(
    `select session_id, status, array_agg(sequence_id order by sequence_id) as sequence_ids,
       coalesce(array_agg(sequence_id order by sequence_id) filter (where outcome = 'degraded'), '{}') as degraded_ids
     from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as requested (id, first, ending)
     join test_session_results result on result.account_id = $1 and result.session_id = requested.id
       and result.id >= requested.first and result.id < requested.ending and result.result_type <> 'ATTEMPT'
     group by session_id, status`,
    [accountId, sessionIds, ranges.map((range) => range.first), ranges.map((range) => range.end)],
  )
}

/** The part of a run that says which result it has. */
export type EndedTask = Pick<RunTaskRow, 'accountId' | 'sessionId' | 'sequenceId'>

/** Runs of test sessions end without an observation, each for a reason that people read. */
export interface TestRunsEnd<T extends EndedTask = RunTaskRow> {
  readonly status: 'FAILED' | 'CANCELLED'
  readonly reasonOf: (task: T) => string
  readonly at: Date
}

/** Notes when a runner took the first attempt of each of these runs, and tells those who follow their sessions. */
export async function markTestRunsStarted(db: Queryable, tasks: readonly EndedTask[], at: Date): Promise<void> {
  if (tasks.length === 0) return
  await notifyLiveRuns(
    db,
    tasks.map((task) => task.sessionId),
  )
  const started = await db.namedRows<{ accountId: string; sessionId: string }>(
    'mark-test-runs-started',
    `update test_session_results as result set started_at = $4
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as task (account_id, session_id, sequence_id)
     where result.account_id = task.account_id and result.session_id = task.session_id and result.id = task.sequence_id
       and result.result_type = 'PENDING' and result.started_at is null
     returning result.account_id, result.session_id`,
    [
      tasks.map((task) => task.accountId),
      tasks.map((task) => task.sessionId),
      tasks.map((task) => task.sequenceId),
      at,
    ],
  )
  await announceResources(
    db,
    started.map(({ accountId, sessionId }) => ({ accountId, event: 'test-sessions', id: sessionId })),
    at,
  )
}

/** Ends runs whose tasks were just removed, and with their last run the sessions, whose waiting callers are notified. */
export async function endTestRuns<T extends EndedTask>(
  tx: Queryable,
  tasks: readonly T[],
  end: TestRunsEnd<T>,
): Promise<void> {
  if (tasks.length === 0) return
  const keys = new Map(tasks.map((task) => [task.sessionId, { accountId: task.accountId, id: task.sessionId }]))
  const open = await lockTestSessions(tx, [...keys.values()])
  const ended = await tx.rows<{ accountId: string; sessionId: string }>(
    `update test_session_results as result set result_type = 'FINAL', status = $4, has_errors = $4 = 'FAILED',
       schedule_error = task.reason, stopped_at = $6, updated_at = $6
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $5::text[]) as task (account_id, session_id, sequence_id, reason)
     where result.account_id = task.account_id and result.session_id = task.session_id and result.id = task.sequence_id
       and result.result_type = 'PENDING'
     returning result.account_id, result.session_id`,
    [
      tasks.map((task) => task.accountId),
      tasks.map((task) => task.sessionId),
      tasks.map((task) => task.sequenceId),
      end.status,
      tasks.map(end.reasonOf),
      end.at,
    ],
  )
  await notifyLiveRuns(
    tx,
    ended.map((row) => row.sessionId),
  )
  const progress = [...Map.groupBy(ended, (row) => row.sessionId)].map(([id, rows]) => progressOf(id, rows, end))
  const advanced = await advanceTestSessions(tx, open, progress, end.at)
  const over = advanced.filter((session) => session.stoppedAt !== null).map((session) => session.id)
  if (over.length === 0) return
  await deleteRunOverrides(tx, over)
  await deleteTestJobs(tx, over)
  await notifySessionsEnded(tx)
}

const progressOf = (
  id: string,
  rows: readonly unknown[],
  { status }: Pick<TestRunsEnd, 'status'>,
): TestSessionProgress => ({
  id,
  ended: rows.length,
  failed: status === 'FAILED' ? rows.length : 0,
  degraded: 0,
  cancelled: status === 'CANCELLED' ? rows.length : 0,
  errorGroupIds: [],
})

/**
 * Ends what a reporter of Playwright began before this time, at most a week earlier, and did not end: it was stopped, or cannot
 * reach the service.
 */
export async function endAbandonedReports(tx: Queryable, { before, at }: { before: Date; at: Date }): Promise<void> {
  const abandoned = await tx.namedRows<EndedTask>(
    'find-abandoned-reports',
    `select result.account_id, result.session_id, result.id as sequence_id
     from test_sessions session join test_session_results result
       on result.account_id = session.account_id and result.session_id = session.id and result.result_type = 'PENDING'
     where session.provider = 'PW_REPORTER' and session.status = 'RUNNING' and session.id >= $1 and session.id < $2
     limit 200`,
    [firstIdAt(before.getTime() - weekMs), firstIdAt(before.getTime())],
  )
  await endTestRuns(tx, abandoned, {
    status: 'CANCELLED',
    reasonOf: () => 'Its reporter did not say how it ended.',
    at,
  })
}

const weekMs = 7 * dayMs

/** Removes the waiting and running tasks of sequences of one session. */
export const deleteTasksOfSequences = (
  tx: Queryable,
  session: { readonly id: string; readonly checkIds: readonly string[]; readonly sequenceIds: readonly string[] },
): Promise<RunTaskRow[]> =>
  tx.rows(
    `delete from run_tasks
     where check_id = any($1::uuid[]) and session_id = $2 and sequence_id = any($3::uuid[]) returning *`,
    [session.checkIds, session.id, session.sequenceIds],
  )
