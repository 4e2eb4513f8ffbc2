import type { AlertFacts, AlertType, ChannelType, CheckType, NotificationStatus, SilenceReason } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage } from '../database/counted-page.ts'
import { earlierNotification, leaseTables } from '../database/lease-tables.ts'
import { backlogOf, claimRows, isHeld } from '../database/leases.ts'
import type { Backlog, LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import { storableJson } from '../database/storable-json.ts'
import { moveChannelState } from './channel-states.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckAlertsTable, NotificationsTable } from '../generated/tables.ts'

export interface NotificationTry {
  readonly at: string
  readonly outcome: 'sent' | 'retry' | 'rejected'
  readonly response: string
}

export type NotificationRow = Narrowed<
  Omit<NotificationsTable, 'hasWaited'>,
  {
    readonly checkType: CheckType
    readonly channelType: ChannelType | null
    readonly status: NotificationStatus
    readonly silence: SilenceReason | null
    readonly facts: AlertFacts
    readonly tries: NotificationTry[]
    /** Whether it may go out together with others of its channel. */
    readonly isGroupable: boolean
    /** The notification whose delivery carries this one, itself included; null until that is decided. */
    readonly messageId: string | null
    /** When it goes another way, because its channel did not deliver it. */
    readonly fallbackDueAt: Date | null
    /** Set when it is itself such another way. */
    readonly fallback: FallbackRoute | null
  }
>

/** The way of a notification that others could not go. */
export interface FallbackRoute {
  /** The mail address of the owner; null when it goes over a channel. */
  readonly ownerAddress: string | null
  /** The channels tried for its alerts so far, this one included; 0 is the owner's address. */
  readonly tried: readonly number[]
  /** When the oldest of its alerts was planned, in ISO 8601. */
  readonly since: string
}

export type NewNotification = Omit<
  NotificationRow,
  'tries' | 'leaseToken' | 'finishedAt' | 'messageId' | 'fallbackDueAt' | 'fallbackId' | 'fallback'
>

export async function insertNotifications(tx: Queryable, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return
  await tx.rows(
    `insert into notifications (account_id, id, check_id, check_type, check_alert_id, check_result_id, channel_id,
       channel_type, status, silence, facts, is_groupable, claimable_at, created_at)
     select account_id, id, check_id, check_type, check_alert_id, check_result_id, channel_id, channel_type, status,
       silence, facts, is_groupable, claimable_at, created_at
     from jsonb_to_recordset($1::jsonb) as n (account_id uuid, id uuid, check_id uuid, check_type text,
       check_alert_id uuid, check_result_id uuid, channel_id bigint, channel_type text, status text, silence text,
       facts jsonb, is_groupable boolean, claimable_at timestamptz, created_at timestamptz)`,
    [recordset(notifications)],
  )
}

export interface NotificationClaim extends LeaseClaim {
  /** Channels to skip. */
  readonly exceptChannels: readonly number[]
}

/** Leases notifications whose time has come. */
export const claimNotifications = (
  db: Queryable,
  { exceptChannels, ...claim }: NotificationClaim,
): Promise<NotificationRow[]> => claimRows(db, leaseTables.notifications, claim, [exceptChannels])

export interface DeliveryRecord {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly status: NotificationStatus
  readonly attempt: NotificationTry
  /** When to try again; null when nothing is pending any more. */
  readonly claimableAt: Date | null
  readonly finishedAt: Date | null
  /** How long a channel may fail before its alerts go another way. */
  readonly fallbackAfterMs: number
}

const overtakenText = 'A later alert of the check was delivered first.'

/**
 * Records one try, of the notifications it carries as well, and with it how its channel fares. Returns the checks of them; none when the lease was
 * lost, in which case another process records its own. What was not sent goes another way once the channel has failed for `fallbackAfterMs`; what
 * went another way already and failed there, at once. Earlier alerts of the check that tools have not received yet are given up once a later one was
 * sent, since they would take the earlier state for the present one.
 */
export async function recordDelivery(db: Queryable, record: DeliveryRecord): Promise<string[]> {
  const rows = await db.namedRows<{ checkId: string }>(
    'record-delivery',
    `with held as (
       select account_id, id, channel_id from notifications
       where ${isHeld(leaseTables.notifications)} for update),
     kept as (
       select c.account_id, c.id from alert_channels c
       join held on held.account_id = c.account_id and held.channel_id = c.id for key share of c),
     moved as (${moveChannelState('kept', 4)}),
     concerned as (
       select account_id, id, true as leads from held
       union all
       select c.account_id, c.id, false from notifications c
       join held on held.account_id = c.account_id and held.id = c.message_id and held.id <> c.id),
     overtaken as (
       update notifications earlier set status = 'FAILURE', tries = earlier.tries || $13::jsonb, finished_at = $4,
         claimable_at = null
       from held join notifications sent on sent.account_id = held.account_id and sent.id = held.id
       where $5 = 'sent' and ${earlierNotification('sent')} and earlier.lease_token is null
         and not earlier.is_groupable)
     update notifications n set status = $8, tries = tries || $9::jsonb, finished_at = $11, lease_token = null,
       claimable_at = case when concerned.leads then $10::timestamptz end, fallback_due_at = case
         when $5 = 'sent' or n.fallback_id is not null then null
         when n.fallback is not null then case when $7 then $4::timestamptz end
         else (select failing_since from moved) + $12 * interval '1 millisecond' end
     from concerned where n.account_id = concerned.account_id and n.id = concerned.id returning n.check_id`,
    [
      record.accountId,
      record.id,
      record.leaseToken,
      new Date(record.attempt.at),
      record.attempt.outcome,
      record.attempt.response.replaceAll('\u0000', '\ufffd').toWellFormed(),
      record.finishedAt !== null,
      record.status,
      storableJson([record.attempt]),
      record.claimableAt,
      record.finishedAt,
      record.fallbackAfterMs,
      storableJson([{ at: record.attempt.at, outcome: 'rejected', response: overtakenText }]),
    ],
  )
  return rows.map(({ checkId }) => checkId)
}

/** Ends the lease of a notification that is sent again and again while its alert goes on; null: it is over. */
export const recordRepeat = (
  db: Queryable,
  { accountId, id, leaseToken }: Pick<DeliveryRecord, 'accountId' | 'id' | 'leaseToken'>,
  claimableAt: Date | null,
): Promise<unknown> =>
  db.namedRows(
    'record-repeat',
    `update notifications set lease_token = null, claimable_at = $4 where ${isHeld(leaseTables.notifications)}`,
    [accountId, id, leaseToken, claimableAt],
  )

/**
 * Which of these delivered notifications still say how things are: nothing later was planned for their channel, and their
 * check, or alert of another tool, has not recovered; certificates have not been renewed.
 */
export async function findOngoing(
  db: Queryable,
  rows: readonly Pick<NotificationRow, 'accountId' | 'id'>[],
): Promise<Set<string>> {
  const found = await db.namedRows<{ id: string }>(
    'find-ongoing-notifications',
    `select n.id from unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
     join notifications n on n.account_id = given.account_id and n.id = given.id
     where not exists (
         select from notifications later where later.account_id = n.account_id and later.check_id = n.check_id
           and later.channel_id = n.channel_id and later.id > n.id and later.status <> 'SILENCED'
           and (later.facts ->> 'alertType' = 'ALERT_SSL') = (n.facts ->> 'alertType' = 'ALERT_SSL'))
       and (exists (
           select from check_states state join checks on checks.id = state.check_id
           where state.check_id = n.check_id and state.account_id = n.account_id and checks.activated
             and case when n.facts ->> 'alertType' = 'ALERT_SSL'
               then state.ssl_days_remaining <= (n.facts ->> 'sslDaysRemaining')::int
               else state.status in ('failing', 'degraded') end)
         or exists (
           select from received_alerts alert
           where alert.account_id = n.account_id and alert.id = n.check_id and alert.ended_at is null))`,
    [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  )
  return new Set(found.map(({ id }) => id))
}

export type CheckAlertRow = Narrowed<
  CheckAlertsTable,
  {
    readonly checkType: CheckType
    readonly alertType: AlertType
  }
>

export async function insertCheckAlerts(tx: Queryable, alerts: readonly CheckAlertRow[]): Promise<void> {
  if (alerts.length === 0) return
  await tx.rows(
    `insert into check_alerts select * from jsonb_to_recordset($1::jsonb) as a (account_id uuid, id uuid, check_id uuid,
       check_name text, check_type text, alert_type text, run_location text, response_time_ms double precision,
       status_code int, error text, check_result_id uuid, started_at timestamptz, created_at timestamptz)`,
    [recordset(alerts)],
  )
}

export interface AlertLogPage {
  readonly accountId: string
  /** The smallest id listed, and the smallest not listed any more. */
  readonly fromId: string
  readonly beforeId: string
  readonly limit: number
  readonly offset: number
}

export interface NotificationFilter {
  readonly channelId: number | null
  readonly checkId: string | null
  /** Silenced for one of these reasons; null for all. */
  readonly silences: readonly SilenceReason[] | null
  readonly hasFailures: boolean | null
  readonly includeSilenced: boolean
}

/** A delivery that the receiver rate-limited has failed when no further attempt is pending. */
const hasFailed = `(status = 'FAILURE' or status = 'RATE_LIMITED' and claimable_at is null)`
const isListed = `account_id = $1 and id >= $2 and id < $3 and ($4::bigint is null or channel_id = $4)
  and ($5::boolean is null or ${hasFailed} = $5) and ($6 or status <> 'SILENCED')
  and ($7::uuid is null or check_id = $7) and ($8::text[] is null or silence = any($8))`

/** Notifications planned within a range of ids, newest first, and how many there are. */
export const listNotifications = (
  db: Queryable,
  { channelId, checkId, silences, hasFailures, includeSilenced }: NotificationFilter,
  page: AlertLogPage,
): Promise<CountedPage<NotificationRow>> => {
  const values = [
    page.accountId,
    page.fromId,
    page.beforeId,
    channelId,
    hasFailures,
    includeSilenced,
    checkId,
    silences,
  ]
  return countedPage(db, { from: `notifications where ${isListed}`, order: 'id desc', values }, page)
}

export async function findNotification(db: Queryable, accountId: string, id: string): Promise<NotificationRow | null> {
  const rows = await db.rows<NotificationRow>(`select * from notifications where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Notifications of a check from an id on, the oldest first. */
export const listNotificationsOfCheck = (
  db: Queryable,
  of: Pick<NotificationRow, 'accountId' | 'checkId'> & Pick<AlertLogPage, 'fromId' | 'limit'>,
): Promise<NotificationRow[]> =>
  db.rows(`select * from notifications where account_id = $1 and check_id = $2 and id >= $3 order by id limit $4`, [
    of.accountId,
    of.checkId,
    of.fromId,
    of.limit,
  ])

export async function findCheckAlert(db: Queryable, accountId: string, id: string): Promise<CheckAlertRow | null> {
  const rows = await db.rows<CheckAlertRow>(`select * from check_alerts where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

const isAlertListed = `account_id = $1 and id >= $2 and id < $3 and ($4::uuid is null or check_id = $4)`

/** Alerts of all checks or of one, within a range of ids, newest first, and how many there are. */
export const listCheckAlerts = (
  db: Queryable,
  checkId: string | null,
  page: AlertLogPage,
): Promise<CountedPage<CheckAlertRow>> => {
  const values = [page.accountId, page.fromId, page.beforeId, checkId]
  return countedPage(db, { from: `check_alerts where ${isAlertListed}`, order: 'id desc', values }, page)
}

/** Deliveries that are due, and how long the oldest has been waiting, for health and metrics. */
export const notificationBacklog = (db: Queryable, now: Date): Promise<Backlog> =>
  backlogOf(db, leaseTables.notifications, now)
