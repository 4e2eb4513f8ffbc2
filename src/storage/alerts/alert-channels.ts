import type { ChannelType } from '#contract'
import type { Seal } from '#kernel'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

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

interface ChannelRow {
  readonly accountId: string
  readonly id: number
  readonly type: ChannelType
  readonly config: { sealed: string }
  readonly sendRecovery: boolean
  readonly sendFailure: boolean
  readonly sendDegraded: boolean
  readonly sslExpiry: boolean
  readonly sslExpiryThreshold: number
  readonly autoSubscribe: boolean
  readonly pausedUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

const definitionOfChannel = (row: ChannelRow, seal: Seal): ChannelDefinition => ({
  accountId: row.accountId,
  id: row.id,
  type: row.type,
  config: channelConfigOf(seal.open(row.config.sealed)),
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

/** The whole config is sealed: nearly every field of every type lets its holder send in our name. */
const valuesOf = (channel: NewChannel, seal: Seal): unknown[] => [
  channel.accountId,
  channel.type,
  JSON.stringify({ sealed: seal.close(JSON.stringify(channel.config)) }),
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

export async function insertChannel(tx: Queryable, seal: Seal, channel: NewChannel): Promise<number> {
  const rows = await tx.rows<{ id: number }>(
    `insert into alert_channels (account_id, type, config, send_recovery, send_failure, send_degraded, ssl_expiry,
       ssl_expiry_threshold, auto_subscribe, created_at, updated_at, paused_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    valuesOf(channel, seal),
  )
  return rows[0]?.id ?? 0
}

export const updateChannel = (tx: Queryable, seal: Seal, channel: ChannelDefinition): Promise<unknown> =>
  tx.rows(
    `update alert_channels set type = $2, config = $3, send_recovery = $4, send_failure = $5, send_degraded = $6,
       ssl_expiry = $7, ssl_expiry_threshold = $8, auto_subscribe = $9, created_at = $10, updated_at = $11,
       paused_until = $12
     where account_id = $1 and id = $13`,
    [...valuesOf(channel, seal), channel.id],
  )

export async function findChannel(
  db: Queryable,
  seal: Seal,
  accountId: string,
  id: number,
): Promise<ChannelDefinition | null> {
  const rows = await db.rows<ChannelRow>(`select * from alert_channels where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ? definitionOfChannel(rows[0], seal) : null
}

/** Like findChannel, and keeps others from changing the channel. Subscribing to it stays possible. */
export async function lockChannel(
  tx: Queryable,
  seal: Seal,
  accountId: string,
  id: number,
): Promise<ChannelDefinition | null> {
  const rows = await tx.rows<ChannelRow>(
    `select * from alert_channels where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ? definitionOfChannel(rows[0], seal) : null
}

export async function findChannels(db: Queryable, seal: Seal, ids: readonly number[]): Promise<ChannelDefinition[]> {
  const rows = await db.rows<ChannelRow>(`select * from alert_channels where id = any($1::bigint[])`, [ids])
  return rows.map((row) => definitionOfChannel(row, seal))
}

export async function listChannels(
  db: Queryable,
  seal: Seal,
  { accountId, ...page }: PageWindow & { readonly accountId: string },
): Promise<CountedPage<ChannelDefinition>> {
  const listed = { from: 'alert_channels where account_id = $1', order: 'id', values: [accountId] }
  const { items, total } = await countedPage<ChannelRow>(db, listed, page)
  return { items: items.map((row) => definitionOfChannel(row, seal)), total }
}

export const deleteChannel = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `delete from alert_channels where account_id = $1 and id = $2`, [accountId, id])
