import type { TestSessionMetadata, TestSessionProvider, TestSessionStatus } from '#contract'
import { dayMs, firstIdAt, hourMs, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'

export interface TestSessionRow {
  readonly accountId: string
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly provider: TestSessionProvider
  readonly userId: string | null
  readonly location: string
  readonly privateLocationId: string | null
  readonly metadata: TestSessionMetadata | null
  readonly status: TestSessionStatus
  readonly running: number
  readonly failed: number
  readonly cancelled: number
  readonly errorGroupIds: string[]
  readonly startedAt: Date
  readonly stoppedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export const insertTestSession = (tx: Queryable, row: TestSessionRow): Promise<unknown> =>
  tx.rows(
    `insert into test_sessions (account_id, id, project_id, name, provider, user_id, location, private_location_id,
       metadata, status, running, failed, cancelled, started_at, stopped_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      row.accountId,
      row.id,
      row.projectId,
      row.name,
      row.provider,
      row.userId,
      row.location,
      row.privateLocationId,
      row.metadata === null ? null : storableJson(row.metadata),
      row.status,
      row.running,
      row.failed,
      row.cancelled,
      row.startedAt,
      row.stoppedAt,
      row.createdAt,
    ],
  )

export async function findTestSession(db: Queryable, accountId: string, id: string): Promise<TestSessionRow | null> {
  const rows = await db.rows<TestSessionRow>(`select * from test_sessions where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** The status alone, for those who wait for the end. */
export async function findTestSessionStatus(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<TestSessionStatus | null> {
  const rows = await db.namedRows<{ status: TestSessionStatus }>(
    'find-test-session-status',
    `select status from test_sessions where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0]?.status ?? null
}

/** Locks test sessions in the order of their ids, so that two who move them wait instead of deadlocking. */
export const lockTestSessions = (
  tx: Queryable,
  keys: readonly { readonly accountId: string; readonly id: string }[],
): Promise<TestSessionRow[]> =>
  tx.namedRows(
    'lock-test-sessions',
    `select session.* from test_sessions session
     join unnest($1::uuid[], $2::uuid[]) as key (account_id, id)
       on session.account_id = key.account_id and session.id = key.id
     order by session.id for update of session`,
    [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  )

/** How many runs of a test session ended with something, and how. */
export interface TestSessionProgress {
  readonly accountId: string
  readonly id: string
  readonly ended: number
  readonly failed: number
  readonly cancelled: number
  readonly errorGroupIds: readonly string[]
}

/**
 * Counts runs that ended. With the last one the session ends: cancelled beats failed beats passed (semantics-2 9.3).
 * Answers the sessions as they are now; the caller has locked them.
 */
export const advanceTestSessions = (
  tx: Queryable,
  progress: readonly TestSessionProgress[],
  at: Date,
): Promise<TestSessionRow[]> =>
  tx.namedRows(
    'advance-test-sessions',
    `update test_sessions as session set
       running = session.running - progress.ended,
       failed = session.failed + progress.failed,
       cancelled = session.cancelled + progress.cancelled,
       error_group_ids = array(
         select distinct unnest(session.error_group_ids || progress.error_group_ids::uuid[]) order by 1),
       status = case
         when session.running > progress.ended then session.status
         when session.cancelled + progress.cancelled > 0 then 'CANCELLED'
         when session.failed + progress.failed > 0 then 'FAILED'
         else 'PASSED' end,
       stopped_at = case when session.running > progress.ended then null else $7::timestamptz end,
       updated_at = $7
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[])
       as progress (account_id, id, ended, failed, cancelled, error_group_ids)
     where session.account_id = progress.account_id and session.id = progress.id
     returning session.*`,
    [
      progress.map((item) => item.accountId),
      progress.map((item) => item.id),
      progress.map((item) => item.ended),
      progress.map((item) => item.failed),
      progress.map((item) => item.cancelled),
      progress.map((item) => `{${item.errorGroupIds.join(',')}}`),
      at,
    ],
  )

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
  /** Those nobody in person started; besides those of `users`, if there are any. */
  readonly noUsers: boolean
  /** In lower case. */
  readonly text: string | null
  readonly errorGroupId: string | null
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
     where session.account_id = $1
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
    ],
  )

/** The ids that results of a session can have: they were made within a day after it began, by a clock that may go back. */
export const resultIdsOf = (sessionId: string): { readonly first: string; readonly end: string } => {
  const startedAtMs = timeOfId(sessionId)
  return { first: firstIdAt(startedAtMs - hourMs), end: firstIdAt(startedAtMs + dayMs) }
}
