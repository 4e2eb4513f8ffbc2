import { hashToken } from '#kernel'
import type { Encryption } from '#kernel'
import { heartbeatType } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { HeartbeatEventsTable, HeartbeatTimersTable } from '../generated/tables.ts'

/** A run that has started and not ended; times in epoch milliseconds. */
export interface OpenRunValue {
  readonly id: string | null
  readonly startedAt: number
  readonly lateAt: number | null
  readonly state: 'running' | 'late' | 'unknown' | 'unmeasured'
}

export type HeartbeatTimerRow = Narrowed<
  Omit<HeartbeatTimersTable, 'tokenHash'>,
  { readonly runs: readonly OpenRunValue[] }
>

export type HeartbeatState = 'EARLY' | 'RECEIVED' | 'GRACE' | 'LATE' | 'FAILING'

export type HeartbeatEventRow = Narrowed<
  HeartbeatEventsTable,
  {
    readonly state: HeartbeatState
  }
>

export async function lockTimerByToken(tx: Queryable, token: string): Promise<HeartbeatTimerRow | null> {
  const rows = await tx.namedRows<HeartbeatTimerRow>(
    'lock-timer-by-token',
    `select * from heartbeat_timers where token_hash = $1 for update`,
    [hashToken(token)],
  )
  return rows[0] ?? null
}

export async function lockTimerOfCheck(
  tx: Queryable,
  check: { readonly accountId: string; readonly checkId: string },
): Promise<HeartbeatTimerRow | null> {
  const rows = await tx.namedRows<HeartbeatTimerRow>(
    'lock-timer-of-check',
    `select * from heartbeat_timers where account_id = $1 and check_id = $2 for update`,
    [check.accountId, check.checkId],
  )
  return rows[0] ?? null
}

/** The ids of the heartbeats of an account whose names have this slug; no more than two. */
export async function findHeartbeatsBySlug(db: Queryable, accountId: string, slug: string): Promise<string[]> {
  const rows = await db.namedRows<{ id: string }>(
    'find-heartbeats-by-slug',
    `select id from checks where account_id = $1 and slug_of(name) = $2 and check_type = '${heartbeatType}' order by id limit 2`,
    [accountId, slug],
  )
  return rows.map(({ id }) => id)
}

export async function findTimer(db: Queryable, accountId: string, checkId: string): Promise<HeartbeatTimerRow | null> {
  const rows = await db.rows<HeartbeatTimerRow>(
    `select * from heartbeat_timers where account_id = $1 and check_id = $2`,
    [accountId, checkId],
  )
  return rows[0] ?? null
}

/** Timers whose period and grace have passed, locked; timers another process holds are skipped. */
export const lockOverdueTimers = (tx: Queryable, now: Date, limit: number): Promise<HeartbeatTimerRow[]> =>
  tx.namedRows(
    'lock-late-timers',
    `select * from heartbeat_timers where failing_at <= $1 order by failing_at limit $2 for update skip locked`,
    [now, limit],
  )

/**
 * The timers with a schedule that were not failing when an absence of `absentMs` before `now` began and whose ping was due
 * in it, locked. A ping may come early by a part of its period.
 */
export const lockMissedSchedules = (tx: Queryable, now: Date, absentMs: number): Promise<HeartbeatTimerRow[]> =>
  tx.rows(
    `select * from heartbeat_timers
     where schedule is not null and failing_at > $1::timestamptz - $2::bigint * interval '1 millisecond'
       and failing_at - (grace_ms + greatest(5000, least(period_ms / 50, 60000))) * interval '1 millisecond' <= $1
     order by check_id for update`,
    [now, absentMs],
  )

/** As the overdue ones, timers with a run that is late. */
export const lockLateRuns = (tx: Queryable, now: Date, limit: number): Promise<HeartbeatTimerRow[]> =>
  tx.namedRows(
    'lock-late-runs',
    `select * from heartbeat_timers where run_late_at <= $1 order by run_late_at limit $2 for update skip locked`,
    [now, limit],
  )

export const moveTimer = (
  tx: Queryable,
  timer: Pick<HeartbeatTimerRow, 'checkId' | 'resetAt' | 'isFailing' | 'failingAt' | 'runs' | 'runLateAt'>,
): Promise<unknown> =>
  tx.namedRows(
    'move-timer',
    `update heartbeat_timers set reset_at = $2, is_failing = $3, failing_at = $4, runs = $5, run_late_at = $6
     where check_id = $1`,
    [timer.checkId, timer.resetAt, timer.isFailing, timer.failingAt, JSON.stringify(timer.runs), timer.runLateAt],
  )

/**
 * Returns false when the token is in use by another check. Nobody follows the runs of a job that is paused or was paused:
 * their ends do not count.
 */
export const saveTimer = (
  tx: Queryable,
  encryption: Encryption,
  timer: Omit<HeartbeatTimerRow, 'encryptedToken' | 'isFailing' | 'runs' | 'runLateAt'> & { readonly token: string },
): Promise<boolean> =>
  findsAny(
    tx,
    `insert into heartbeat_timers (account_id, check_id, token_hash, encrypted_token, activated, period_ms, grace_ms, reset_at, failing_at, schedule, timezone)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     where not exists (select from heartbeat_timers where token_hash = $3 and check_id <> $2)
     on conflict (check_id) do update set token_hash = excluded.token_hash, encrypted_token = excluded.encrypted_token,
       activated = excluded.activated, period_ms = excluded.period_ms, grace_ms = excluded.grace_ms,
       reset_at = excluded.reset_at, failing_at = excluded.failing_at,
       schedule = excluded.schedule, timezone = excluded.timezone,
       runs = case when excluded.activated then heartbeat_timers.runs else '[]' end,
       run_late_at = case when excluded.activated then heartbeat_timers.run_late_at end
     returning check_id`,
    [
      timer.accountId,
      timer.checkId,
      hashToken(timer.token),
      encryption.encrypt(timer.token),
      timer.activated,
      timer.periodMs,
      timer.graceMs,
      timer.resetAt,
      timer.failingAt,
      timer.schedule,
      timer.timezone,
    ],
  )

export const insertHeartbeatEvent = (tx: Queryable, event: HeartbeatEventRow): Promise<unknown> =>
  tx.namedRows(
    'insert-heartbeat-event',
    `insert into heartbeat_events (account_id, check_id, id, state, at, source, user_agent, lateness_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [event.accountId, event.checkId, event.id, event.state, event.at, event.source, event.userAgent, event.latenessMs],
  )

/** Timers of checks with their ping tokens in clear, held until the transaction ends so that no ping is overwritten. */
export async function lockTimers(
  tx: Queryable,
  encryption: Encryption,
  checkIds: readonly string[],
): Promise<(HeartbeatTimerRow & { readonly token: string })[]> {
  if (checkIds.length === 0) return []
  const rows = await tx.rows<HeartbeatTimerRow>(
    `select * from heartbeat_timers where check_id = any($1::uuid[]) order by check_id for update`,
    [checkIds],
  )
  return rows.map((row) => ({ ...row, token: encryption.decrypt(row.encryptedToken) }))
}

export type TimerPlan = Pick<HeartbeatTimerRow, 'checkId' | 'activated' | 'resetAt' | 'failingAt'>

/** Pauses and resumes timers, all in one statement. */
export async function saveTimerPlans(tx: Queryable, plans: readonly TimerPlan[]): Promise<void> {
  if (plans.length === 0) return
  await tx.rows(
    `update heartbeat_timers as timer set activated = plan.activated, reset_at = plan.reset_at, failing_at = plan.failing_at,
       runs = case when plan.activated then timer.runs else '[]' end,
       run_late_at = case when plan.activated then timer.run_late_at end
     from jsonb_to_recordset($1::jsonb) as plan (check_id uuid, activated boolean, reset_at timestamptz, failing_at timestamptz)
     where timer.check_id = plan.check_id`,
    [recordset(plans)],
  )
}

const eventColumns = 'account_id, check_id, id, state, at, source, user_agent, lateness_ms'

/** Events of a heartbeat within a range of ids, newest first. */
export const listHeartbeatEvents = (
  db: Queryable,
  filter: { accountId: string; checkId: string; fromId: string | null; beforeId: string | null; limit: number },
): Promise<HeartbeatEventRow[]> =>
  db.rows(
    `select ${eventColumns} from heartbeat_events
     where account_id = $1 and check_id = $2 and ($3::uuid is null or id >= $3) and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [filter.accountId, filter.checkId, filter.fromId, filter.beforeId, filter.limit],
  )

export async function findHeartbeatEvent(
  db: Queryable,
  accountId: string,
  checkId: string,
  id: string,
): Promise<HeartbeatEventRow | null> {
  const rows = await db.rows<HeartbeatEventRow>(
    `select ${eventColumns} from heartbeat_events where account_id = $1 and check_id = $2 and id = $3`,
    [accountId, checkId, id],
  )
  return rows[0] ?? null
}

export interface HeartbeatCount {
  readonly total: number
  readonly failing: number
}

/** How many events a heartbeat has in each of these ranges of ids, in one statement. The upper bound is outside. */
export const countHeartbeatEvents = (
  db: Queryable,
  check: { readonly accountId: string; readonly checkId: string },
  ranges: readonly { readonly fromId: string; readonly beforeId: string }[],
): Promise<HeartbeatCount[]> =>
  db.rows(
    `select count(event.id)::int as total, count(event.id) filter (where event.state = 'FAILING')::int as failing
     from unnest($3::uuid[], $4::uuid[]) with ordinality as span (from_id, before_id, place)
     left join heartbeat_events event on event.account_id = $1 and event.check_id = $2
       and event.id >= span.from_id and event.id < span.before_id
     group by span.place order by span.place`,
    [check.accountId, check.checkId, ranges.map((range) => range.fromId), ranges.map((range) => range.beforeId)],
  )
