import type { CheckType, RunSource, StoredOutcome } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { findImpliedSession } from './implied-sessions.ts'
import { isTestRun } from './run-tasks.ts'
import type { RunTaskRow } from './run-tasks.ts'
import { findSession, hasSessionEnded, lockSessionRows } from './session-rows.ts'
import type { SessionKey } from './session-rows.ts'
import { endTestRuns } from './test-session-results.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckSessionsTable } from '../generated/tables.ts'

export const sessionStatuses = [
  'STARTED',
  'PROGRESS',
  'FAILED',
  'PASSED',
  'DEGRADED',
  'PROGRESS_FAILED',
  'PROGRESS_DEGRADED',
  'TIMED_OUT',
  'CANCELLED',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** The outcome of one location of a session. */
export interface LocationOutcome {
  readonly resultId: string
  readonly outcome: StoredOutcome
  readonly hasErrors: boolean
  /** Nothing was learned about the target. */
  readonly isInconclusive?: true
  /** A person ended the run; it is inconclusive too. */
  readonly isCancelled?: true
  readonly attempts: number
}

export type CheckSessionRow = Narrowed<
  CheckSessionsTable,
  {
    readonly checkType: CheckType
    readonly runSource: RunSource
    readonly status: SessionStatus
    readonly outcomes: Record<string, LocationOutcome>
  }
>

export type NewCheckSession = Omit<CheckSessionRow, 'outcomes' | 'stoppedAt'>

export async function insertCheckSessions(tx: Queryable, sessions: readonly NewCheckSession[]): Promise<void> {
  if (sessions.length === 0) return
  await tx.namedRows(
    'insert-check-sessions',
    `insert into check_sessions (account_id, id, check_id, check_type, check_name, run_source, status, locations, started_at)
     select account_id, id, check_id, check_type, check_name, run_source, status, locations::text[], started_at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::timestamptz[]) as s (account_id, id, check_id, check_type, check_name, run_source, status, locations, started_at)`,
    [
      sessions.map((session) => session.accountId),
      sessions.map((session) => session.id),
      sessions.map((session) => session.checkId),
      sessions.map((session) => session.checkType),
      sessions.map((session) => session.checkName),
      sessions.map((session) => session.runSource),
      sessions.map((session) => session.status),
      sessions.map((session) => arrayLiteral(session.locations)),
      sessions.map((session) => session.startedAt),
    ],
  )
}

const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

export interface SessionProgress {
  readonly accountId: string
  readonly id: string
  /** Merged into the session's outcomes. */
  readonly outcomes: Readonly<Record<string, LocationOutcome>>
  readonly status: SessionStatus
  /** Set when the session ends with this. */
  readonly stoppedAt: Date | null
}

/** Adds outcomes and sets the status given. Sessions already ended keep their status. */
export const advanceSessions = (tx: Queryable, progress: readonly SessionProgress[]): Promise<CheckSessionRow[]> =>
  tx.namedRows(
    'advance-sessions',
    `update check_sessions as session set
       outcomes = session.outcomes || progress.outcomes::jsonb,
       status = case when session.stopped_at is null then progress.status else session.status end,
       stopped_at = coalesce(session.stopped_at, progress.stopped_at)
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
       as progress (account_id, id, outcomes, status, stopped_at)
     where session.account_id = progress.account_id and session.id = progress.id
     returning session.*`,
    [
      progress.map((item) => item.accountId),
      progress.map((item) => item.id),
      progress.map((item) => JSON.stringify(item.outcomes)),
      progress.map((item) => item.status),
      progress.map((item) => item.stoppedAt),
    ],
  )

/**
 * A session, stored or implied by its runs; null when the account has none. The row is looked for again at the end,
 * because a session may get one meanwhile.
 */
export async function findCheckSession(db: Queryable, accountId: string, id: string): Promise<CheckSessionRow | null> {
  const read = (): Promise<CheckSessionRow | null> => findSession(db, 'check_sessions', { accountId, id })
  return (await read()) ?? (await findImpliedSession(db, { accountId, id })) ?? (await read())
}

/** Whether a session has ended; null when the account has no such session. */
export async function hasCheckSessionEnded(db: Queryable, key: SessionKey): Promise<boolean | null> {
  const known = await hasSessionEnded(db, 'check_sessions', key)
  if (known !== null) return known
  const session = await findCheckSession(db, key.accountId, key.id)
  return session && session.stoppedAt !== null
}

/** Of these sessions, those that are there, in the order of the keys. */
export async function findCheckSessions(db: Queryable, keys: readonly SessionKey[]): Promise<CheckSessionRow[]> {
  const rows = await db.namedRows<CheckSessionRow>(
    'find-check-sessions',
    `select session.* from unnest($1::uuid[], $2::uuid[]) as key (account_id, id)
     join check_sessions session on session.account_id = key.account_id and session.id = key.id`,
    [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found: CheckSessionRow[] = []
  for (const key of keys) {
    const session = byId.get(key.id) ?? (await findImpliedSession(db, key))
    if (session) found.push(session)
  }
  return found
}

/** Whether any of these sessions has not ended; deleted ones have. */
export async function haveOpenSession(db: Queryable, keys: readonly SessionKey[]): Promise<boolean> {
  const rows = await db.namedRows(
    'have-open-session',
    `select 1 from unnest($1::uuid[], $2::uuid[]) as key (account_id, id)
     join check_sessions session on session.account_id = key.account_id and session.id = key.id
     where session.stopped_at is null limit 1`,
    [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  )
  return rows.length > 0
}

export const lockSessions = (tx: Queryable, keys: readonly SessionKey[]): Promise<CheckSessionRow[]> =>
  lockSessionRows(tx, 'check_sessions', keys)

/** Of these sessions, the ones without any task left. */
export const sessionsWithoutTasks = (
  tx: Queryable,
  sessions: readonly { readonly id: string; readonly checkId: string }[],
): Promise<{ id: string }[]> =>
  tx.rows(
    `select session.id from unnest($1::uuid[], $2::uuid[]) as session (id, check_id)
     where not exists (
       select from run_tasks where run_tasks.check_id = session.check_id and run_tasks.session_id = session.id)`,
    [sessions.map(({ id }) => id), sessions.map(({ checkId }) => checkId)],
  )

/**
 * Removes every run of deleted checks that is waiting or under way and ends their sessions as CANCELLED. Sessions without
 * a row end with their check. Test sessions go on without these runs.
 */
export async function cancelRunsOfChecks(tx: Queryable, checkIds: readonly string[], now: Date): Promise<void> {
  const removed = await tx.rows<RunTaskRow>(`delete from run_tasks where check_id = any($1::uuid[]) returning *`, [
    checkIds,
  ])
  if (removed.length === 0) return
  await tx.rows(
    `update check_sessions as session set status = 'CANCELLED', stopped_at = $3
     from (select distinct account_id, id from unnest($1::uuid[], $2::uuid[]) as removed (account_id, id)) as removed
     where session.account_id = removed.account_id and session.id = removed.id and session.stopped_at is null`,
    [removed.map((task) => task.accountId), removed.map((task) => task.sessionId), now],
  )
  const reasonOf = () => 'The check was deleted.'
  await endTestRuns(tx, removed.filter(isTestRun), { status: 'CANCELLED', reasonOf, at: now })
}
