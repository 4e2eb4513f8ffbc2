import { testSessionStatusOf } from '#contract'
import type { TestSessionMetadata, TestSessionProvider, TestSessionStatus } from '#contract'
import { dayMs, firstIdAt, hourMs, timeOfId } from '#kernel'
import { announceResources } from '../accounts/event-streams.ts'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import { findSession, hasSessionEnded, lockSessionRows } from './session-rows.ts'
import type { SessionKey } from './session-rows.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { TestSessionsTable } from '../generated/tables.ts'

export type TestSessionRow = Narrowed<
  TestSessionsTable,
  {
    readonly provider: TestSessionProvider
    readonly metadata: TestSessionMetadata | null
    readonly status: TestSessionStatus
  }
>

export const insertTestSession = (tx: Queryable, row: TestSessionRow): Promise<unknown> =>
  tx.rows(
    `insert into test_sessions (account_id, id, project_id, name, provider, user_id, queue, private_location_id,
       metadata, status, running, failed, cancelled, started_at, stopped_at, created_at, is_recorded, degraded)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      row.accountId,
      row.id,
      row.projectId,
      row.name,
      row.provider,
      row.userId,
      row.queue,
      row.privateLocationId,
      row.metadata === null ? null : storableJson(row.metadata),
      row.status,
      row.running,
      row.failed,
      row.cancelled,
      row.startedAt,
      row.stoppedAt,
      row.createdAt,
      row.isRecorded,
      row.degraded,
    ],
  )

export const findTestSession = (db: Queryable, accountId: string, id: string): Promise<TestSessionRow | null> =>
  findSession(db, 'test_sessions', { accountId, id })

/** Whether a test session has ended; null when the account has no such test session. */
export const hasTestSessionEnded = (db: Queryable, key: SessionKey): Promise<boolean | null> =>
  hasSessionEnded(db, 'test_sessions', key)

export const lockTestSessions = (tx: Queryable, keys: readonly SessionKey[]): Promise<TestSessionRow[]> =>
  lockSessionRows(tx, 'test_sessions', keys)

/** How many runs of a test session ended with something, and how. */
export interface TestSessionProgress {
  readonly id: string
  readonly ended: number
  readonly failed: number
  readonly cancelled: number
  readonly degraded: number
  readonly errorGroupIds: readonly string[]
}

/** Counts runs that ended; with the last one its session ends. `locked` are the sessions, held by this transaction. */
export async function advanceTestSessions(
  tx: Queryable,
  locked: readonly TestSessionRow[],
  progress: readonly TestSessionProgress[],
  at: Date,
): Promise<TestSessionRow[]> {
  const byId = new Map(progress.map((item) => [item.id, item]))
  const advanced = locked.flatMap((session) => {
    const step = byId.get(session.id)
    return step ? [advancedBy(session, step)] : []
  })
  await announceResources(
    tx,
    advanced.map(({ accountId, id }) => ({ accountId, event: 'test-sessions', id })),
    at,
  )
  return tx.namedRows(
    'advance-test-sessions',
    `update test_sessions as session set
       running = moved.running, failed = moved.failed, cancelled = moved.cancelled, degraded = moved.degraded,
       status = moved.status,
       error_group_ids = array(
         select distinct unnest(session.error_group_ids || moved.error_group_ids::uuid[]) order by 1),
       stopped_at = case when moved.status <> 'RUNNING' then $8::timestamptz end,
       updated_at = $8
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[], $9::int[])
       as moved (account_id, id, running, failed, cancelled, status, error_group_ids, degraded)
     where session.account_id = moved.account_id and session.id = moved.id
     returning session.*`,
    [
      advanced.map((item) => item.accountId),
      advanced.map((item) => item.id),
      advanced.map((item) => item.running),
      advanced.map((item) => item.failed),
      advanced.map((item) => item.cancelled),
      advanced.map((item) => item.status),
      advanced.map((item) => `{${item.errorGroupIds.join(',')}}`),
      at,
      advanced.map((item) => item.degraded),
    ],
  )
}

function advancedBy(session: TestSessionRow, { ended, errorGroupIds, ...step }: TestSessionProgress) {
  const counts = {
    running: session.running - ended,
    failed: session.failed + step.failed,
    cancelled: session.cancelled + step.cancelled,
  }
  return {
    accountId: session.accountId,
    id: session.id,
    ...counts,
    degraded: session.degraded + step.degraded,
    status: testSessionStatusOf(counts),
    errorGroupIds,
  }
}

export interface TestSessionFilter {
  readonly accountId: string
  /** The smallest id listed. */
  readonly fromId: string | null
  /** The smallest id not listed any more. */
  readonly beforeId: string | null
  readonly statuses: readonly TestSessionStatus[] | null
  readonly providers: readonly TestSessionProvider[] | null
  readonly branches: readonly string[] | null
  /** In lower case: names, mail addresses or ids. */
  readonly users: readonly string[] | null
  /** Those that no user started; in addition to those of `users`, if there are any. */
  readonly noUsers: boolean
  /** In lower case. */
  readonly text: string | null
  readonly errorGroupId: string | null
  /** Whether some run was degraded. */
  readonly isDegraded: boolean | null
}

export type ListedTestSessionRow = TestSessionRow & { readonly invokerName: string | null }

/** Newest first. */
export const listTestSessions = (
  db: Queryable,
  filter: TestSessionFilter,
  limit: number,
): Promise<ListedTestSessionRow[]> =>
  db.rows(
    `select session.*, users.name as invoker_name
     from test_sessions session left join users on users.id = session.user_id
     where session.account_id = $1 and session.is_recorded
       and ($2::uuid is null or session.id >= $2) and ($3::uuid is null or session.id < $3)
       and ($4::text[] is null or session.status = any($4)) and ($5::text[] is null or session.provider = any($5))
       and ($6::text[] is null or session.metadata ->> 'branchName' = any($6))
       and (($7::text[] is null and not $8)
         or ($8 and session.user_id is null)
         or lower(users.name) = any($7) or lower(users.email) = any($7) or users.id::text = any($7))
       and ($9::text is null or position($9 in lower(concat_ws(' ', session.name, session.metadata ->> 'branchName',
         session.metadata ->> 'commitId', session.metadata ->> 'commitOwner', session.metadata ->> 'commitMessage',
         session.metadata ->> 'repoUrl', session.metadata ->> 'environment'))) > 0)
       and ($10::uuid is null or $10 = any(session.error_group_ids))
       and ($12::boolean is null or (session.degraded > 0) = $12)
     order by session.id desc limit $11`,
    [
      filter.accountId,
      filter.fromId,
      filter.beforeId,
      filter.statuses,
      filter.providers,
      filter.branches,
      filter.users,
      filter.noUsers,
      filter.text,
      filter.errorGroupId,
      limit,
      filter.isDegraded,
    ],
  )

/** Deletes sessions that are not kept, with their results, once they have been over since `before`. */
export const deleteEndedUnrecordedSessions = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.namedRows(
    'delete-ended-unrecorded-sessions',
    `with ended as (
       delete from test_sessions where not is_recorded and stopped_at < $1 returning account_id, id)
     delete from test_session_results as result using ended
     where result.account_id = ended.account_id and result.session_id = ended.id`,
    [before],
  )

/** The ids that results of a session can have: they were made within a day after it began, by a clock that may go back. */
export const resultIdsOf = (sessionId: string): { readonly first: string; readonly end: string } => {
  const startedAtMs = timeOfId(sessionId)
  return { first: firstIdAt(startedAtMs - hourMs), end: firstIdAt(startedAtMs + dayMs) }
}
