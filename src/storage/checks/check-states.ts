import { releaseReceivedAlerts } from '../alerts/received-alerts.ts'
import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckStatesTable } from '../generated/tables.ts'

export type CheckStateRow = Narrowed<
  CheckStatesTable,
  {
    readonly status: 'passing' | 'degraded' | 'failing' | null
    readonly sslNotified: Record<string, unknown>
    readonly alertState: object | null
    /** When to look again at what a silence holds back; null when nothing is held back. */
    readonly heldAlertsDueAt: Date | null
  }
>

/** Locks the states in the order of their check ids, so that two settlements wait instead of deadlocking. */
export const lockCheckStates = (tx: Queryable, checkIds: readonly string[]): Promise<CheckStateRow[]> =>
  tx.namedRows(
    'lock-check-states',
    `select * from check_states where check_id = any($1::uuid[]) order by check_id for update`,
    [checkIds],
  )

export const saveCheckStates = (tx: Queryable, states: readonly CheckStateRow[]): Promise<unknown> =>
  tx.namedRows(
    'save-check-states',
    `update check_states as state set
       status = moved.status, has_errors = moved.has_errors, longest_run_ms = moved.longest, shortest_run_ms = moved.shortest,
       last_run_location = moved.location, last_result_id = moved.result_id, last_response_time_ms = moved.response_time,
       ssl_days_remaining = moved.ssl_days, ssl_notified = moved.ssl_notified::jsonb, alert_state = moved.alert_state::jsonb,
       last_session_id = moved.session_id, reminder_at = moved.reminder_at,
       held_alerts_due_at = moved.held_alerts_due_at, updated_at = moved.updated_at
     from unnest($1::uuid[], $2::text[], $3::boolean[], $4::double precision[], $5::double precision[], $6::text[],
       $7::uuid[], $8::double precision[], $9::int[], $10::text[], $11::text[], $12::uuid[], $13::timestamptz[],
       $14::timestamptz[], $15::timestamptz[])
       as moved (check_id, status, has_errors, longest, shortest, location, result_id, response_time, ssl_days, ssl_notified,
         alert_state, session_id, reminder_at, held_alerts_due_at, updated_at)
     where state.check_id = moved.check_id`,
    [
      states.map((state) => state.checkId),
      states.map((state) => state.status),
      states.map((state) => state.hasErrors),
      states.map((state) => state.longestRunMs),
      states.map((state) => state.shortestRunMs),
      states.map((state) => state.lastRunLocation),
      states.map((state) => state.lastResultId),
      states.map((state) => state.lastResponseTimeMs),
      states.map((state) => state.sslDaysRemaining),
      states.map((state) => JSON.stringify(state.sslNotified)),
      states.map((state) => (state.alertState === null ? null : JSON.stringify(state.alertState))),
      states.map((state) => state.lastSessionId),
      states.map((state) => state.reminderAt),
      states.map((state) => state.heldAlertsDueAt),
      states.map((state) => state.updatedAt),
    ],
  )

export const insertCheckState = (tx: Queryable, accountId: string, checkId: string, now: Date): Promise<unknown> =>
  tx.namedRows(
    'insert-check-state',
    `insert into check_states (account_id, check_id, created_at) values ($1, $2, $3)`,
    [accountId, checkId, now],
  )

/** States with a reminder due, locked; states another process holds are skipped. */
export const lockDueReminders = (tx: Queryable, now: Date, limit: number): Promise<CheckStateRow[]> =>
  tx.rows(`select * from check_states where reminder_at <= $1 order by reminder_at limit $2 for update skip locked`, [
    now,
    limit,
  ])

/** States whose held alerts are due for a check, locked; states that another process has locked are skipped. */
export const lockDueReleases = (tx: Queryable, now: Date, limit: number): Promise<CheckStateRow[]> =>
  tx.rows(
    `select * from check_states where held_alerts_due_at <= $1 order by held_alerts_due_at limit $2 for update skip locked`,
    [now, limit],
  )

/** Makes the held alerts of these checks due now: a silence of theirs may have ended. */
export async function releaseHeldOfChecks(tx: Queryable, checkIds: readonly string[], now: Date): Promise<void> {
  if (checkIds.length === 0) return
  // All rows are locked first, so that a state that is being held back at this moment is waited for.
  await tx.rows(
    `with held as materialized (
       select check_id from check_states where check_id = any($1::uuid[]) order by check_id for update)
     select check_id from held`,
    [checkIds],
  )
  await tx.rows(
    `update check_states set held_alerts_due_at = $2 where check_id = any($1::uuid[]) and held_alerts_due_at > $2`,
    [checkIds, now],
  )
}

/** Like releaseHeldOfChecks, for the members of a group, and for alerts of other tools, which the group may mute. */
export async function releaseHeldOfGroup(tx: Queryable, accountId: string, groupId: number, now: Date): Promise<void> {
  const members = await tx.rows<{ id: string }>(`select id from checks where account_id = $1 and group_id = $2`, [
    accountId,
    groupId,
  ])
  await releaseHeldOfChecks(
    tx,
    members.map(({ id }) => id),
    now,
  )
  await releaseReceivedAlerts(tx, accountId, now)
}

/** Like releaseHeldOfChecks, for everything of an account that is held back, of other tools too. */
export async function releaseHeldOfAccount(tx: Queryable, accountId: string, now: Date): Promise<void> {
  await tx.rows(
    `update check_states set held_alerts_due_at = $2 where check_id in (
       select check_id from check_states where account_id = $1 and held_alerts_due_at > $2 order by check_id for update)`,
    [accountId, now],
  )
  await releaseReceivedAlerts(tx, accountId, now)
}

export async function findCheckState(db: Queryable, accountId: string, checkId: string): Promise<CheckStateRow | null> {
  const rows = await db.rows<CheckStateRow>(`select * from check_states where account_id = $1 and check_id = $2`, [
    accountId,
    checkId,
  ])
  return rows[0] ?? null
}

/** The states of checks of an account, by check id; those of deleted checks are absent. */
export async function findCheckStates(
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
): Promise<Map<string, CheckStateRow>> {
  const rows = await db.rows<CheckStateRow>(
    `select * from check_states where account_id = $1 and check_id = any($2::uuid[])`,
    [accountId, checkIds],
  )
  return new Map(rows.map((row) => [row.checkId, row]))
}

/** The state of a check of an account, held until the transaction ends. */
export async function lockCheckState(tx: Queryable, accountId: string, checkId: string): Promise<CheckStateRow | null> {
  const rows = await tx.rows<CheckStateRow>(
    `select * from check_states where account_id = $1 and check_id = $2 for update`,
    [accountId, checkId],
  )
  return rows[0] ?? null
}

export const saveSilences = (
  tx: Queryable,
  { checkId, snoozedUntil, mutedUntil }: Pick<CheckStateRow, 'checkId' | 'snoozedUntil' | 'mutedUntil'>,
): Promise<unknown> =>
  tx.rows(`update check_states set snoozed_until = $2, muted_until = $3 where check_id = $1`, [
    checkId,
    snoozedUntil,
    mutedUntil,
  ])

/** Whether a check counts as failing where lists of checks are filtered, of `check_states state`. */
export const isFailing = `(state.status = 'failing' or state.has_errors)`

/**
 * The mute or snooze of a check that ends last after a time, as JSON; null without one. Of `checks`, `check_states state`
 * and `check_groups`.
 */
export const silenceAfter = (now: string): string => `
  (select jsonb_build_object('reason', reason, 'until', nullif(until, 'infinity'))
   from (values
     ('CHECK_MUTED', case when checks.muted then 'infinity' else state.muted_until end),
     ('GROUP_MUTED', case when check_groups.muted then 'infinity' else check_groups.muted_until end),
     ('CHECK_SNOOZED', state.snoozed_until)) as silences (reason, until)
   where until > ${now} order by until desc, reason limit 1)`

/** The columns of the state of a check that reads return. */
export type ListedCheckState = Pick<
  CheckStateRow,
  | 'checkId'
  | 'status'
  | 'hasErrors'
  | 'longestRunMs'
  | 'shortestRunMs'
  | 'lastRunLocation'
  | 'lastResultId'
  | 'sslDaysRemaining'
  | 'snoozedUntil'
  | 'mutedUntil'
  | 'createdAt'
  | 'updatedAt'
> & {
  /** Null without an acknowledgement, because nothing else of it is shown. */
  readonly alertState: object | null
  readonly name: string
  readonly checkType: CheckType
  readonly groupMutedUntil: Date | null
}

/** The states of one check of an account, or a page of all, by id; without a limit all of them. */
export const listCheckStates = (
  db: Queryable,
  accountId: string,
  { checkId, limit, offset }: { checkId?: string; limit?: number | null; offset?: number },
): Promise<ListedCheckState[]> =>
  db.rows(
    `select state.check_id, state.status, state.has_errors, state.longest_run_ms, state.shortest_run_ms,
       state.last_run_location, state.last_result_id, state.ssl_days_remaining, state.snoozed_until, state.muted_until,
       state.created_at, state.updated_at,
       case when state.alert_state ? 'acknowledgement' then state.alert_state end as alert_state,
       checks.name, checks.check_type, check_groups.muted_until as group_muted_until
     from check_states state
     join checks on checks.account_id = state.account_id and checks.id = state.check_id
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where state.account_id = $1 and ($2::uuid is null or state.check_id = $2) order by state.check_id
     limit $3 offset $4`,
    [accountId, checkId ?? null, limit ?? null, offset ?? 0],
  )

export async function countStates(db: Queryable, accountId: string): Promise<number> {
  const rows = await db.rows<{ total: number }>(
    `select count(*)::int as total from check_states where account_id = $1`,
    [accountId],
  )
  return rows[0]?.total ?? 0
}

/** The checks of an account about which reminders may be sent. */
export async function listRemindedChecks(tx: Queryable, accountId: string): Promise<string[]> {
  const rows = await tx.rows<{ checkId: string }>(
    `select check_id from check_states where account_id = $1 and jsonb_typeof(alert_state -> 'reminder') = 'object'`,
    [accountId],
  )
  return rows.map((row) => row.checkId)
}

/** Drops the pending reminders of checks that no longer run; the next failure schedules new ones. */
export const cancelReminders = (tx: Queryable, checkIds: readonly string[]): Promise<unknown> =>
  tx.rows(
    `update check_states set reminder_at = null where check_id in (
       select check_id from check_states where check_id = any($1::uuid[]) and reminder_at is not null
       order by check_id for update)`,
    [checkIds],
  )
