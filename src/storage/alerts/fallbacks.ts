import { opensIncidents } from '#contract'
import type { ChannelType } from '#contract'
import { firstIdAt } from '#kernel'
import type { Encryption } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { channelConfigOf } from './alert-channels.ts'
import type { ChannelStateRow } from './channel-states.ts'
import type { NewNotification, NotificationRow } from './notifications.ts'

/** Accounts with alerts that are to go another way now, the longest overdue first. */
export async function listFallbackAccounts(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ accountId: string }>(
    `select account_id from notifications where fallback_due_at <= $1
     group by account_id order by min(fallback_due_at) limit $2`,
    [now, limit],
  )
  return rows.map((row) => row.accountId)
}

/** Which of these alerts need no other way: something about their check was delivered at the same moment or since. */
export async function listCovered(tx: Queryable, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select n.id from notifications n where n.account_id = $1 and n.id = any($2::uuid[]) and exists (
       select from notifications m where m.account_id = n.account_id and m.check_id = n.check_id
         and m.status = 'SUCCESS' and m.created_at >= n.created_at)`,
    [accountId, ids],
  )
  return rows.map((row) => row.id)
}

/** The alerts that these fallbacks of an account carry, in the order in which they were planned, locked. */
export async function lockCarriedByFallbacks(
  tx: Queryable,
  accountId: string,
  carriers: readonly NotificationRow[],
): Promise<NotificationRow[]> {
  if (carriers.length === 0) return []
  const sinceMs = Math.min(
    ...carriers.map(({ fallback, createdAt: at }) => Date.parse(fallback?.since ?? at.toISOString())),
  )
  return tx.rows(
    `select * from notifications where account_id = $1 and id >= $2 and fallback_id = any($3::uuid[]) and fallback is null
     order by id for update`,
    [accountId, firstIdAt(sinceMs), carriers.map(({ id }) => id)],
  )
}

/** Alerts of an account that are to go another way now, in the order in which they were planned, locked. */
export const lockDueFallbacks = (
  tx: Queryable,
  accountId: string,
  now: Date,
  limit: number,
): Promise<NotificationRow[]> =>
  tx.rows(
    `select * from notifications where account_id = $1 and fallback_due_at <= $2
     order by id limit $3 for update skip locked`,
    [accountId, now, limit],
  )

/** Makes processes that plan fallbacks of one account take turns; others wait until this transaction ends. */
export async function lockFallbacksOfAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.rows(`insert into account_fallbacks (account_id, last_at) values ($1, '-infinity') on conflict do nothing`, [
    accountId,
  ])
  await tx.rows(`select from account_fallbacks where account_id = $1 for update`, [accountId])
}

/** Until when an account plans no other fallback; null when it may, which counts as the next. Needs its lock. */
export async function claimFallbackTurn(
  tx: Queryable,
  accountId: string,
  { now, spacingMs }: { readonly now: Date; readonly spacingMs: number },
): Promise<Date | null> {
  const rows = await tx.rows<{ until: Date }>(
    `select last_at + $2 * interval '1 millisecond' as until from account_fallbacks where account_id = $1
       and last_at > $3::timestamptz - $2 * interval '1 millisecond' and last_at <= $3`,
    [accountId, spacingMs, now],
  )
  if (rows[0]) return rows[0].until
  await tx.rows(`update account_fallbacks set last_at = $2 where account_id = $1`, [accountId, now])
  return null
}

/** Sets when these notifications are checked again; null: nothing is pending, `fallbackId` carries their content. */
export const settleFallbacks = (
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
  outcome: { readonly dueAt: Date | null; readonly fallbackId: string | null },
): Promise<unknown> =>
  tx.rows(
    `update notifications set fallback_due_at = $3, fallback_id = $4 where account_id = $1 and id = any($2::uuid[])`,
    [accountId, ids, outcome.dueAt, outcome.fallbackId],
  )

/** Inserts fallback notifications; they are due at once. */
export const insertFallback = (
  tx: Queryable,
  row: NewNotification & Pick<NotificationRow, 'fallback'>,
): Promise<unknown> =>
  tx.rows(
    `insert into notifications (account_id, id, check_id, check_type, check_alert_id, check_result_id, channel_id,
       channel_type, status, silence, facts, claimable_at, created_at, fallback)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14::jsonb)`,
    [
      row.accountId,
      row.id,
      row.checkId,
      row.checkType,
      row.checkAlertId,
      row.checkResultId,
      row.channelId,
      row.channelType,
      row.status,
      row.silence,
      JSON.stringify(row.facts),
      row.claimableAt,
      row.createdAt,
      JSON.stringify(row.fallback),
    ],
  )

/** A channel an alert could go over, with what is known of it. */
export interface FallbackChannel {
  readonly id: number
  readonly type: ChannelType
  readonly name: string
  readonly state: ChannelStateRow['state']
  readonly failingSince: Date | null
  readonly lastError: string | null
  readonly pausedUntil: Date | null
  /** Whether anything in the account is subscribed to it. */
  readonly isSubscribed: boolean
  /** Whether a subscription to it is there that is not active. */
  readonly hasInactive: boolean
  readonly opensIncidents: boolean
}

interface ChannelWithState {
  readonly id: number
  readonly type: ChannelType
  readonly encryptedConfig: string
  readonly state: ChannelStateRow['state'] | null
  readonly failingSince: Date | null
  readonly lastError: string | null
  readonly pausedUntil: Date | null
  readonly isSubscribed: boolean
  readonly hasInactive: boolean
}

/** The channels of an account in the order of their ids, at most `limit` that do not fail and `limit` that do. */
export async function listFallbackChannels(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  limit: number,
): Promise<FallbackChannel[]> {
  const rows = await tx.rows<ChannelWithState>(
    `select id, type, config ->> 'sealed' as encrypted_config, state, failing_since, last_error, paused_until,
       is_subscribed, has_inactive from (
       select c.*, s.state, s.failing_since, s.last_error,
         exists (select from channel_subscriptions u where u.account_id = c.account_id and u.channel_id = c.id
           and u.activated) as is_subscribed,
         exists (select from channel_subscriptions u where u.account_id = c.account_id and u.channel_id = c.id
           and not u.activated) as has_inactive,
         row_number() over (partition by s.state is not distinct from 'FAILING' order by c.id) as place
       from alert_channels c left join channel_states s on s.channel_id = c.id
       where c.account_id = $1) channel
     where place <= $2 order by id`,
    [accountId, limit],
  )
  return rows.map((row) => fallbackChannel(row, channelConfigOf(encryption.decrypt(row.encryptedConfig))))
}

const fallbackChannel = (row: ChannelWithState, config: Readonly<Record<string, unknown>>): FallbackChannel => ({
  id: row.id,
  type: row.type,
  name: nameOf(config),
  state: row.state ?? 'UNKNOWN',
  failingSince: row.failingSince,
  lastError: row.lastError,
  pausedUntil: row.pausedUntil,
  isSubscribed: row.isSubscribed,
  hasInactive: row.hasInactive,
  opensIncidents: opensIncidents(row.type, config),
})

/** Types without a separate name are distinguished by their number. */
const nameOf = (config: Readonly<Record<string, unknown>>): string =>
  typeof config['name'] === 'string' ? config['name'] : ''

/** The address of the member who has owned the account for longest. */
export async function findOwnerAddress(tx: Queryable, accountId: string): Promise<string | null> {
  const rows = await tx.rows<{ email: string }>(
    `select u.email from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and m.role = 'OWNER' order by m.created_at, m.user_id limit 1`,
    [accountId],
  )
  return rows[0]?.email ?? null
}

/** How many alerts their channels have not delivered, and that are not on another way yet. */
export async function countUndelivered(db: Queryable): Promise<number> {
  const rows = await db.rows<{ due: number }>(
    `select count(*)::int as due from notifications where fallback_due_at is not null`,
  )
  return rows[0]?.due ?? 0
}
