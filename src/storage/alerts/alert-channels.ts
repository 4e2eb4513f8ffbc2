import type { ChannelType } from '#contract'
import type { Encryption } from '#kernel'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AlertChannelsTable } from '../generated/tables.ts'

/** A channel as the service holds it; `config` in clear. */
export interface ChannelDefinition {
  readonly accountId: string
  readonly id: number
  readonly type: ChannelType
  readonly config: Readonly<Record<string, unknown>>
  readonly sendRecovery: boolean
  readonly sendFailure: boolean
  readonly sendDegraded: boolean
  readonly sslExpiry: boolean
  readonly sslExpiryThreshold: number
  readonly autoSubscribe: boolean
  /** Nothing is delivered before; null or past: not paused. */
  readonly pausedUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

type ChannelRow = Narrowed<
  Omit<AlertChannelsTable, 'burstUntil'>,
  {
    readonly type: ChannelType
    readonly config: { sealed: string }
  }
>

const definitionOfChannel = (row: ChannelRow, encryption: Encryption): ChannelDefinition => ({
  accountId: row.accountId,
  id: row.id,
  type: row.type,
  config: channelConfigOf(encryption.decrypt(row.config.sealed)),
  sendRecovery: row.sendRecovery,
  sendFailure: row.sendFailure,
  sendDegraded: row.sendDegraded,
  sslExpiry: row.sslExpiry,
  sslExpiryThreshold: row.sslExpiryThreshold,
  autoSubscribe: row.autoSubscribe,
  pausedUntil: row.pausedUntil,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Configs are written by insertChannel and updateChannel only, always as a JSON object. */
export const channelConfigOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

export type NewChannel = Omit<ChannelDefinition, 'id'>

/** The whole config is encrypted: with nearly any field of any type a reader could send in our name. */
const valuesOf = (channel: NewChannel, encryption: Encryption): unknown[] => [
  channel.accountId,
  channel.type,
  JSON.stringify({ sealed: encryption.encrypt(JSON.stringify(channel.config)) }),
  channel.sendRecovery,
  channel.sendFailure,
  channel.sendDegraded,
  channel.sslExpiry,
  channel.sslExpiryThreshold,
  channel.autoSubscribe,
  channel.createdAt,
  channel.updatedAt,
  channel.pausedUntil,
]

export async function insertChannel(tx: Queryable, encryption: Encryption, channel: NewChannel): Promise<number> {
  const rows = await tx.rows<{ id: number }>(
    `insert into alert_channels (account_id, type, config, send_recovery, send_failure, send_degraded, ssl_expiry,
       ssl_expiry_threshold, auto_subscribe, created_at, updated_at, paused_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    valuesOf(channel, encryption),
  )
  return rows[0]?.id ?? 0
}

export const updateChannel = (tx: Queryable, encryption: Encryption, channel: ChannelDefinition): Promise<unknown> =>
  tx.rows(
    `update alert_channels set type = $2, config = $3, send_recovery = $4, send_failure = $5, send_degraded = $6,
       ssl_expiry = $7, ssl_expiry_threshold = $8, auto_subscribe = $9, created_at = $10, updated_at = $11,
       paused_until = $12
     where account_id = $1 and id = $13`,
    [...valuesOf(channel, encryption), channel.id],
  )

export async function findChannel(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  id: number,
): Promise<ChannelDefinition | null> {
  const rows = await db.rows<ChannelRow>(`select * from alert_channels where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ? definitionOfChannel(rows[0], encryption) : null
}

/** Like findChannel, and keeps others from changing the channel. Subscribing to it stays possible. */
export async function lockChannel(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  id: number,
): Promise<ChannelDefinition | null> {
  const rows = await tx.rows<ChannelRow>(
    `select * from alert_channels where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ? definitionOfChannel(rows[0], encryption) : null
}

export async function findChannels(
  db: Queryable,
  encryption: Encryption,
  ids: readonly number[],
): Promise<ChannelDefinition[]> {
  const rows = await db.rows<ChannelRow>(`select * from alert_channels where id = any($1::bigint[])`, [ids])
  return rows.map((row) => definitionOfChannel(row, encryption))
}

export async function listChannels(
  db: Queryable,
  encryption: Encryption,
  { accountId, ...page }: PageWindow & { readonly accountId: string },
): Promise<CountedPage<ChannelDefinition>> {
  const listed = { from: 'alert_channels where account_id = $1', order: 'id', values: [accountId] }
  const { items, total } = await countedPage<ChannelRow>(db, listed, page)
  return { items: items.map((row) => definitionOfChannel(row, encryption)), total }
}

export const deleteChannel = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `delete from alert_channels where account_id = $1 and id = $2`, [accountId, id])
