import { pick } from '#contract'
import type { ChannelType } from '#contract'
import type { Encryption } from '#kernel'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { AlertChannelsTable } from '../generated/tables.ts'

type StoredChannel = Omit<AlertChannelsTable, 'burstUntil'>

/** A channel as the service holds it; `config` in clear. Nothing is delivered before `pausedUntil`. */
export type ChannelDefinition = Narrowed<
  StoredChannel,
  { readonly type: ChannelType; readonly config: Readonly<Record<string, unknown>> }
>

type ChannelRow = Narrowed<StoredChannel, { readonly type: ChannelType; readonly config: { sealed: string } }>

const written = [
  'type',
  'config',
  'sendRecovery',
  'sendFailure',
  'sendDegraded',
  'sslExpiry',
  'sslExpiryThreshold',
  'autoSubscribe',
  'createdAt',
  'updatedAt',
  'pausedUntil',
] as const
const inserted = ['accountId', ...written] as const
const key = ['accountId', 'id'] as const
/** Of a definition. */
const columns = [...key, ...written] as const

const definitionOfChannel = (row: ChannelRow, encryption: Encryption): ChannelDefinition => ({
  ...pick(row, columns),
  config: channelConfigOf(encryption.decrypt(row.config.sealed)),
})

/** Configs are written by insertChannel and updateChannel only, always as a JSON object. */
export const channelConfigOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

export type NewChannel = Omit<ChannelDefinition, 'id'>

/** The whole config is encrypted: with nearly any field of any type a reader could send in our name. */
const storedChannel = <Channel extends NewChannel>(channel: Channel, encryption: Encryption) => ({
  ...channel,
  config: JSON.stringify({ sealed: encryption.encrypt(JSON.stringify(channel.config)) }),
})

export async function insertChannel(tx: Queryable, encryption: Encryption, channel: NewChannel): Promise<number> {
  const values = valuesOf(storedChannel(channel, encryption), inserted)
  const rows = await tx.rows<{ id: number }>(`${insertOf('alert_channels', inserted)} returning id`, values)
  return rows[0]?.id ?? 0
}

export const updateChannel = (tx: Queryable, encryption: Encryption, channel: ChannelDefinition): Promise<unknown> =>
  tx.rows(updateOf('alert_channels', key, written), valuesOf(storedChannel(channel, encryption), columns))

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
