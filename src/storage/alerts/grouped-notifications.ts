import type { Queryable } from '../database/queryable.ts'
import type { NotificationRow } from './notifications.ts'

/** A notification that is due and whose message is not decided yet. */
export interface UndecidedNotification {
  readonly accountId: string
  readonly id: string
  readonly channelId: number
  readonly hasWaited: boolean
}

/** The decision about one: the message it is sent in, or until when it waits for others. */
export interface DecidedNotification {
  readonly accountId: string
  readonly id: string
  readonly messageId: string | null
  /** Null when another notification carries it. */
  readonly claimableAt: Date | null
}

/** A notification that waits for longer than a burst lasts was planned before the clock was set back. */
const isDue = `(claimable_at <= $1 or has_waited and claimable_at > $2)`
const isUndecided = `claimable_at is not null and is_groupable and message_id is null`

export interface DueAt {
  readonly now: Date
  /** The end of a burst that begins now. */
  readonly burstEnd: Date
}

/** Ids of channels with undecided notifications that are due. */
export async function channelsToGroup(
  db: Queryable,
  { now, burstEnd }: DueAt,
  exceptChannels: readonly number[],
): Promise<number[]> {
  const rows = await db.namedRows<{ channelId: number }>(
    'channels-to-group',
    `select distinct channel_id from notifications
     where ${isUndecided} and ${isDue} and channel_id <> all ($3::bigint[])`,
    [now, burstEnd, exceptChannels],
  )
  return rows.map((row) => row.channelId)
}

export interface ChannelBurst {
  readonly id: number
  /** Null for a channel that had no burst yet, or is deleted. */
  readonly burstUntil: Date | null
}

/** The bursts of these channels, locked. Channels that another process has locked are skipped. */
export const lockBursts = (tx: Queryable, ids: readonly number[]): Promise<ChannelBurst[]> =>
  tx.rows(
    `with held as (
       select id, burst_until from alert_channels where id = any($1::bigint[]) for no key update skip locked)
     select * from held
     union all
     select id, null from unnest($1::bigint[]) as requested (id)
     where not exists (select from alert_channels channel where channel.id = requested.id)`,
    [ids],
  )

/** Of each of these channels the undecided notifications that are due, the oldest first, at most `limit`. */
export const listUndecided = (
  tx: Queryable,
  ids: readonly number[],
  { now, burstEnd }: DueAt,
  limit: number,
): Promise<UndecidedNotification[]> =>
  tx.rows(
    `select account_id, id, channel_id, has_waited from (
       select *, row_number() over (partition by channel_id order by id) as place from notifications
       where ${isUndecided} and ${isDue} and channel_id = any($3::bigint[])) due
     where place <= $4 order by id`,
    [now, burstEnd, ids, limit],
  )

/** Writes down what was decided; those without a message wait. */
export const saveDecided = (tx: Queryable, decided: readonly DecidedNotification[]): Promise<unknown> =>
  tx.rows(
    `update notifications set message_id = decided.message_id, claimable_at = decided.claimable_at,
       has_waited = has_waited or decided.message_id is null
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
       as decided (account_id, id, message_id, claimable_at)
     where notifications.account_id = decided.account_id and notifications.id = decided.id
       and notifications.message_id is null`,
    [
      decided.map((item) => item.accountId),
      decided.map((item) => item.id),
      decided.map((item) => item.messageId),
      decided.map((item) => item.claimableAt),
    ],
  )

export const beginBursts = (tx: Queryable, ids: readonly number[], until: Date): Promise<unknown> =>
  tx.rows(`update alert_channels set burst_until = $2 where id = any($1::bigint[])`, [ids, until])

/** Splits the contents of these notifications into single deliveries, for a channel that has become machine-readable. */
export const ungroup = (
  db: Queryable,
  leads: readonly Pick<NotificationRow, 'accountId' | 'id'>[],
  now: Date,
): Promise<unknown> =>
  db.rows(
    `update notifications carried set message_id = null, is_groupable = false, claimable_at = $3
     from unnest($1::uuid[], $2::uuid[]) as lead (account_id, id)
     where carried.account_id = lead.account_id and carried.message_id = lead.id and carried.message_id <> carried.id`,
    [leads.map((row) => row.accountId), leads.map((row) => row.id), now],
  )

/** The notifications that these ones carry besides themselves, the oldest first. */
export const listGrouped = (
  db: Queryable,
  leads: readonly Pick<NotificationRow, 'accountId' | 'id'>[],
): Promise<NotificationRow[]> =>
  db.namedRows(
    'list-carried',
    `select carried.* from unnest($1::uuid[], $2::uuid[]) as lead (account_id, id)
     join notifications carried on carried.account_id = lead.account_id and carried.message_id = lead.id
       and carried.message_id <> carried.id
     order by carried.id`,
    [leads.map((row) => row.accountId), leads.map((row) => row.id)],
  )
