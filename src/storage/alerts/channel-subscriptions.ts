import { isReadByPeople } from '#contract'
import type { ChannelType } from '#contract'
import type { Encryption } from '#kernel'
import { channelConfigOf } from './alert-channels.ts'
import type { AttachedChannel } from '../checks/linked-checks.ts'
import type { Queryable } from '../database/queryable.ts'
import type { ChannelSubscriptionsTable } from '../generated/tables.ts'

export type SubscriptionRow = ChannelSubscriptionsTable

/** A subscription together with the flags of its channel: what planning an alert needs. */
export interface SubscribedChannel {
  readonly channelId: number
  readonly type: ChannelType
  readonly checkId: string | null
  readonly groupId: number | null
  readonly activated: boolean
  readonly sendRecovery: boolean
  readonly sendFailure: boolean
  readonly sendDegraded: boolean
  readonly sslExpiry: boolean
  readonly sslExpiryThreshold: number
  readonly pausedUntil: Date | null
  readonly isReadByPeople: boolean
  /** Names in the templates of its config. */
  readonly usedNames: readonly string[]
}

interface SubscribedRow extends Omit<SubscribedChannel, keyof Readership> {
  readonly encryptedConfig: string
}

type Readership = Pick<SubscribedChannel, 'isReadByPeople' | 'usedNames'>

/** An alert is planned even if the config cannot be opened. */
function readershipOf({ type, encryptedConfig }: SubscribedRow, encryption: Encryption): Readership {
  try {
    const text = encryption.decrypt(encryptedConfig)
    const templates = text.match(/\{\{[^}]*\}\}/g) ?? []
    return {
      isReadByPeople: isReadByPeople(type, channelConfigOf(text)),
      usedNames: templates.flatMap((template) => template.match(/\w+/g) ?? []),
    }
  } catch {
    return { isReadByPeople: false, usedNames: [] }
  }
}

interface SubscriberIds {
  readonly accountIds: readonly string[]
  readonly checkIds: readonly string[]
  readonly groupIds: readonly number[]
}

/** Every subscription of these checks and groups. */
export async function listSubscribedChannels(
  db: Queryable,
  encryption: Encryption,
  { accountIds, checkIds, groupIds }: SubscriberIds,
): Promise<SubscribedChannel[]> {
  const rows = await db.rows<SubscribedRow>(
    `select s.channel_id, c.type, s.check_id, s.group_id, s.activated, c.send_recovery, c.send_failure, c.send_degraded,
       c.ssl_expiry, c.ssl_expiry_threshold, c.paused_until, c.config->>'sealed' as encrypted_config
     from channel_subscriptions s
     join alert_channels c on c.account_id = s.account_id and c.id = s.channel_id
     where s.account_id = any($1::uuid[]) and (s.check_id = any($2::uuid[]) or s.group_id = any($3::bigint[]))
     order by s.channel_id, s.id`,
    [accountIds, checkIds, groupIds],
  )
  return withReaders(rows, encryption)
}

function withReaders(rows: readonly SubscribedRow[], encryption: Encryption): SubscribedChannel[] {
  const known = new Map<number, Readership>()
  return rows.map((row) => {
    const readership = known.get(row.channelId) ?? readershipOf(row, encryption)
    known.set(row.channelId, readership)
    const { encryptedConfig: _, ...subscription } = row
    return { ...subscription, ...readership }
  })
}

/** Channels of accounts as if something without a check were subscribed to them. */
export async function listChosenChannels(
  db: Queryable,
  encryption: Encryption,
  accountIds: readonly string[],
  ids: readonly number[],
): Promise<(SubscribedChannel & { readonly accountId: string })[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<SubscribedRow & { readonly accountId: string }>(
    `select account_id, id as channel_id, type, null::uuid as check_id, null::bigint as group_id, true as activated,
       send_recovery, send_failure, send_degraded, ssl_expiry, ssl_expiry_threshold, paused_until,
       config->>'sealed' as encrypted_config
     from alert_channels where account_id = any($1::uuid[]) and id = any($2::bigint[]) order by id`,
    [accountIds, ids],
  )
  return withReaders(rows, encryption).map((channel, index) => ({
    ...channel,
    accountId: rows[index]?.accountId ?? '',
  }))
}

/** Subscriptions of an account by their ids; null: all. */
export const listSubscriptions = (
  db: Queryable,
  accountId: string,
  ids: readonly string[] | null,
): Promise<SubscriptionRow[]> =>
  db.rows(
    `select * from channel_subscriptions
     where account_id = $1 and ($2::bigint[] is null or id = any($2::bigint[])) order by id`,
    [accountId, ids],
  )

export const listSubscriptionsOfChannels = (
  db: Queryable,
  accountId: string,
  channelIds: readonly number[],
): Promise<SubscriptionRow[]> =>
  db.rows(`select * from channel_subscriptions where account_id = $1 and channel_id = any($2::bigint[]) order by id`, [
    accountId,
    channelIds,
  ])

/** How many checks and groups use each channel; channels without any are absent. */
export async function countActiveSubscriptions(
  db: Queryable,
  accountId: string,
  channelIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows<{ channelId: number; size: number }>(
    `select channel_id, count(*)::int as size from channel_subscriptions
     where account_id = $1 and channel_id = any($2::bigint[]) and activated group by channel_id`,
    [accountId, channelIds],
  )
  return new Map(rows.map(({ channelId, size }) => [channelId, size]))
}

export interface SubscriptionTarget {
  readonly checkId?: string
  readonly groupId?: number
}

/** Makes the subscriptions of a check or group exactly these; of two for one channel the later one counts. */
export async function replaceSubscriptions(
  tx: Queryable,
  accountId: string,
  target: SubscriptionTarget,
  subscriptions: readonly { readonly channelId: number; readonly activated: boolean }[],
): Promise<void> {
  const checkId = target.checkId ?? null
  const groupId = target.groupId ?? null
  const requested = new Map(subscriptions.map(({ channelId, activated }) => [channelId, activated]))
  const channelIds = [...requested.keys()]
  await tx.rows(
    `delete from channel_subscriptions where account_id = $1 and (check_id = $2 or group_id = $3)
       and not channel_id = any($4::bigint[])`,
    [accountId, checkId, groupId, channelIds],
  )
  if (channelIds.length === 0) return
  await tx.rows(
    `insert into channel_subscriptions (account_id, channel_id, check_id, group_id, activated)
     select $1::uuid, channel_id, $2::uuid, $3::bigint, activated from unnest($4::bigint[], $5::boolean[]) as requested (channel_id, activated)
     order by channel_id
     on conflict ${conflictOf(checkId)} do update set activated = excluded.activated`,
    [accountId, checkId, groupId, channelIds, [...requested.values()]],
  )
}

/** Subscribes something new to all channels of the account, or to those that subscribe by themselves; returns them. */
export async function subscribeToChannels(
  tx: Queryable,
  encryption: Encryption,
  { accountId, checkId, groupId }: SubscriptionTarget & { readonly accountId: string },
  all: boolean,
): Promise<AttachedChannel[]> {
  const rows = await tx.namedRows<{ id: number; type: ChannelType; encryptedConfig: string }>(
    'subscribe-to-channels',
    `with added as (
       insert into channel_subscriptions (account_id, channel_id, check_id, group_id, activated)
       select account_id, id, $2::uuid, $3::bigint, true from alert_channels
       where account_id = $1 and ($4::boolean or auto_subscribe) order by id
       returning channel_id)
     select id, type, config ->> 'sealed' as encrypted_config from added
     join alert_channels on account_id = $1 and id = channel_id order by id`,
    [accountId, checkId ?? null, groupId ?? null, all],
  )
  return rows.map(({ id, type, encryptedConfig }) => ({
    id,
    type,
    config: channelConfigOf(encryption.decrypt(encryptedConfig)),
  }))
}

const conflictOf = (checkId: string | null): string =>
  checkId === null
    ? '(account_id, group_id, channel_id) where group_id is not null'
    : '(account_id, check_id, channel_id) where check_id is not null'

export async function saveSubscription(
  tx: Queryable,
  subscription: {
    accountId: string
    checkId: string | null
    groupId: number | null
    channelId: number
    activated: boolean
  },
): Promise<number> {
  const rows = await tx.rows<{ id: number }>(
    `insert into channel_subscriptions (account_id, channel_id, check_id, group_id, activated) values ($1, $2, $3, $4, $5)
     on conflict ${conflictOf(subscription.checkId)} do update set activated = excluded.activated returning id`,
    [
      subscription.accountId,
      subscription.channelId,
      subscription.checkId,
      subscription.groupId,
      subscription.activated,
    ],
  )
  return rows[0]?.id ?? 0
}

/** Of these channel ids, the ones that exist in the account. */
export async function existingChannelIds(
  tx: Queryable,
  accountId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    `select id from alert_channels where account_id = $1 and id = any($2::bigint[])`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

export const deleteSubscription = (tx: Queryable, accountId: string, id: number): Promise<unknown> =>
  tx.rows(`delete from channel_subscriptions where account_id = $1 and id = $2`, [accountId, id])
