import type { AlertFacts, AlertType, CheckType, NotificationStatus, SilenceReason } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'

export interface NotificationTry {
  readonly at: string
  readonly outcome: 'sent' | 'retry' | 'rejected'
  readonly response: string
}

export interface NotificationRow {
  readonly account_id: string
  readonly id: string
  readonly check_id: string
  readonly check_type: CheckType
  readonly check_alert_id: string | null
  readonly check_result_id: string | null
  readonly channel_id: number | null
  readonly channel_type: string | null
  readonly status: NotificationStatus
  readonly silence: SilenceReason | null
  readonly facts: AlertFacts
  readonly tries: NotificationTry[]
  readonly available_at: Date | null
  readonly lease_token: string | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

export type NewNotification = Omit<NotificationRow, 'tries' | 'lease_token' | 'finished_at'>

export async function insertNotifications(tx: Queryable, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return
  await tx.rows(
    `insert into notifications (account_id, id, check_id, check_type, check_alert_id, check_result_id, channel_id,
       channel_type, status, silence, facts, available_at, created_at)
     select account_id, id, check_id, check_type, check_alert_id, check_result_id, channel_id, channel_type, status,
       silence, facts, available_at, created_at
     from jsonb_to_recordset($1::jsonb) as n (account_id uuid, id uuid, check_id uuid, check_type text,
       check_alert_id uuid, check_result_id uuid, channel_id bigint, channel_type text, status text, silence text,
       facts jsonb, available_at timestamptz, created_at timestamptz)`,
    [jsonbText(notifications)],
  )
}

/** PostgreSQL's jsonb cannot hold U+0000; an error message quoted from a target may. */
const jsonbText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.replaceAll('\u0000', '\ufffd').toWellFormed() : item,
  )

export const claimNotifications = (
  db: Queryable,
  request: {
    now: Date
    limit: number
    leaseToken: string
    leaseUntil: Date
    /** Channels to leave out. */
    exceptChannels: readonly number[]
  },
): Promise<NotificationRow[]> =>
  db.namedRows(
    'claim-notifications',
    `update notifications set lease_token = $3, available_at = $4
     where (account_id, id) in (
       select account_id, id from notifications
       where available_at <= $1 and (channel_id is null or channel_id <> all ($5::bigint[]))
       order by available_at limit $2 for update skip locked)
     returning *`,
    [request.now, request.limit, request.leaseToken, request.leaseUntil, request.exceptChannels],
  )

export interface DeliveryRecord {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly status: NotificationStatus
  readonly attempt: NotificationTry
  /** When to try again; null when nothing is owed any more. */
  readonly availableAt: Date | null
  readonly finishedAt: Date | null
}

/** Records one try. Returns false when the lease was lost, in which case another process records its own. */
export async function recordDelivery(db: Queryable, record: DeliveryRecord): Promise<boolean> {
  const rows = await db.rows(
    `update notifications set status = $4, tries = tries || $5::jsonb, available_at = $6, finished_at = $7, lease_token = null
     where account_id = $1 and id = $2 and lease_token = $3 returning id`,
    [
      record.accountId,
      record.id,
      record.leaseToken,
      record.status,
      jsonbText([record.attempt]),
      record.availableAt,
      record.finishedAt,
    ],
  )
  return rows.length > 0
}

export interface CheckAlertRow {
  readonly account_id: string
  readonly id: string
  readonly check_id: string
  readonly check_name: string
  readonly check_type: CheckType
  readonly alert_type: AlertType
  readonly run_location: string | null
  readonly response_time_ms: number | null
  readonly status_code: number | null
  readonly error: string | null
  readonly check_result_id: string | null
  readonly started_at: Date
  readonly created_at: Date
}

export async function insertCheckAlerts(tx: Queryable, alerts: readonly CheckAlertRow[]): Promise<void> {
  if (alerts.length === 0) return
  await tx.rows(
    `insert into check_alerts select * from jsonb_to_recordset($1::jsonb) as a (account_id uuid, id uuid, check_id uuid,
       check_name text, check_type text, alert_type text, run_location text, response_time_ms double precision,
       status_code int, error text, check_result_id uuid, started_at timestamptz, created_at timestamptz)`,
    [jsonbText(alerts)],
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
  readonly hasFailures: boolean | null
  readonly includeSilenced: boolean
}

/** What a receiver was asked too often for has failed once no other try is owed. */
const hasFailed = `(status = 'FAILURE' or status = 'RATE_LIMITED' and available_at is null)`
const isListed = `account_id = $1 and id >= $2 and id < $3 and ($4::bigint is null or channel_id = $4)
  and ($5::boolean is null or ${hasFailed} = $5) and ($6 or status <> 'SILENCED')`

/** Notifications planned within a range of ids, newest first, and how many there are. */
export const listNotifications = (
  db: Queryable,
  { channelId, hasFailures, includeSilenced }: NotificationFilter,
  page: AlertLogPage,
): Promise<CountedPage<NotificationRow>> => {
  const values = [page.accountId, page.fromId, page.beforeId, channelId, hasFailures, includeSilenced]
  return countedPage(db, { from: `notifications where ${isListed}`, order: 'id desc', values }, page)
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

/** Deliveries that are owed, and how long the oldest has been waiting, for health and metrics. */
export async function notificationBacklog(db: Queryable, now: Date): Promise<{ owed: number; oldestSeconds: number }> {
  const rows = await db.rows<{ owed: number; oldest: Date | null }>(
    `select count(*)::int as owed, min(available_at) as oldest from notifications where available_at <= $1`,
    [now],
  )
  const oldest = rows[0]?.oldest
  return { owed: rows[0]?.owed ?? 0, oldestSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0 }
}
