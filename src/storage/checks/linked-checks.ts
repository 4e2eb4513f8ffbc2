import { checkTypeNames, descriptorOf } from '#contract'
import type { ChannelType, CheckDefinition, CheckType } from '#contract'
import type { Encryption } from '#kernel'
import { channelConfigOf } from '../alerts/alert-channels.ts'
import { isFailing } from './check-states.ts'
import { definitionOfCheck } from './checks.ts'
import type { CheckRow } from './checks.ts'
import type { PageWindow } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'

export interface LinkedSubscription {
  readonly channelId: number
  readonly activated: boolean
}

/** A subscribed channel as a check shows it; `config` is decrypted. */
export interface AttachedChannel {
  readonly id: number
  readonly type: ChannelType
  readonly config: Readonly<Record<string, unknown>>
}

/** A check with what reads of it show from other tables. */
export interface LinkedCheck {
  readonly check: CheckDefinition
  readonly subscriptions: readonly LinkedSubscription[]
  /** In clear; null when the check waits for no pings. */
  readonly pingToken: string | null
}

interface LinkedCheckRow extends CheckRow {
  readonly encryptedToken: string | null
  /** Channel id and whether the subscription is active, by channel id. */
  readonly subscriptions: readonly [number, boolean][]
}

const columns = `checks.*, timer.encrypted_token, coalesce((
  select jsonb_agg(jsonb_build_array(channel_id, activated) order by channel_id) from channel_subscriptions subscription
  where subscription.account_id = checks.account_id and subscription.check_id = checks.id), '[]') as subscriptions`

const linkedCheckOf = (row: LinkedCheckRow, encryption: Encryption): LinkedCheck => ({
  check: definitionOfCheck(row, encryption),
  subscriptions: row.subscriptions.map(([channelId, activated]) => ({ channelId, activated })),
  pingToken: row.encryptedToken === null ? null : encryption.decrypt(row.encryptedToken),
})

const channelColumn = `coalesce((
  select jsonb_agg(jsonb_build_array(channel.id, channel.type, channel.config ->> 'sealed') order by channel.id)
  from channel_subscriptions subscription
  join alert_channels channel on channel.account_id = subscription.account_id and channel.id = subscription.channel_id
  where subscription.account_id = checks.account_id and subscription.check_id = checks.id), '[]') as channels`

/** One check with the channels of its subscriptions, in one statement. */
export async function findLinkedCheck(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  id: string,
): Promise<(LinkedCheck & { readonly channels: readonly AttachedChannel[] }) | null> {
  const [row] = await db.namedRows<LinkedCheckRow & { channels: [number, ChannelType, string][] }>(
    'find-linked-check',
    `select ${columns}, ${channelColumn} from checks left join heartbeat_timers timer on timer.check_id = checks.id
     where checks.account_id = $1 and checks.id = $2`,
    [accountId, id],
  )
  if (!row) return null
  const channels = row.channels.map(([channelId, type, encryptedConfig]) => ({
    id: channelId,
    type,
    config: channelConfigOf(encryption.decrypt(encryptedConfig)),
  }))
  return { ...linkedCheckOf(row, encryption), channels }
}

/** The sort orders of lists of checks. */
const orders = {
  createdAt: 'checks.id',
  updatedAt: 'coalesce(checks.updated_at, checks.created_at)',
  name: 'folded(checks.name)',
  checkType: 'checks.check_type',
} as const

export interface CheckOrder {
  readonly by: keyof typeof orders
  readonly isDescending: boolean
}

/** Constant texts; checks that are alike come in the order they were created in, or against it. */
function orderOf({ by, isDescending }: CheckOrder): string {
  const columns = [...new Set([orders[by], 'checks.id'])]
  return columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ')
}

export interface CheckFilter {
  readonly accountId: string
  readonly groupId?: number | undefined
  /** Any of them. */
  readonly tags?: readonly string[] | undefined
  readonly checkType?: string | undefined
  readonly muted?: boolean | undefined
  readonly activated?: boolean | undefined
  /** Part of the name, whatever its case. */
  readonly search?: string | undefined
  readonly status?: 'passing' | 'degraded' | 'failing' | undefined
  /** Part of the request URL of API checks, whatever its case. */
  readonly apiUrl?: string | undefined
  readonly ids?: readonly string[] | undefined
}

/**
 * One page of checks and the number of all that match, in the given order; without one in the order of the group when
 * one is requested, otherwise oldest first. One statement whatever the size of the page; a second one when the page is past the end.
 */
export async function listLinkedChecks(
  db: Queryable,
  encryption: Encryption,
  filter: CheckFilter,
  { limit, offset, order: requestedOrder }: PageWindow & { readonly order?: CheckOrder | undefined },
): Promise<{ items: LinkedCheck[]; total: number }> {
  const { condition, values } = conditionOf(filter)
  const defaultOrder = filter.groupId === undefined ? 'checks.id' : 'checks.group_order nulls last, checks.id'
  const order = requestedOrder ? orderOf(requestedOrder) : defaultOrder
  const rows = await db.rows<LinkedCheckRow & { total: number }>(
    `with page as (select * from checks where ${condition} order by ${order} limit $${values.length + 1} offset $${values.length + 2})
     select ${columns}, (select count(*)::int from checks where ${condition}) as total
     from page as checks left join heartbeat_timers timer on timer.check_id = checks.id order by ${order}`,
    [...values, limit, offset],
  )
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countChecks(db, filter))
  return { items: rows.map((row) => linkedCheckOf(row, encryption)), total }
}

async function countChecks(db: Queryable, filter: CheckFilter): Promise<number> {
  const { condition, values } = conditionOf(filter)
  const rows = await db.rows<{ count: number }>(`select count(*)::int as count from checks where ${condition}`, values)
  return rows[0]?.count ?? 0
}

const typesFoundByUrl = `'{${checkTypeNames()
  .filter((type) => descriptorOf(type).isFoundByUrl === true)
  .join()}}'::text[]`

/** Each filter that is given, with its place in the values. Constant texts: what callers send is only ever a value. */
function conditionOf(filter: CheckFilter): { condition: string; values: unknown[] } {
  const values: unknown[] = [filter.accountId]
  const conditions = ['checks.account_id = $1']
  const add = (value: unknown, conditionAt: (placeholder: string) => string): void => {
    if (value === undefined) return
    values.push(value)
    conditions.push(conditionAt(`$${values.length}`))
  }
  add(filter.ids, (placeholder) => `checks.id = any(${placeholder}::uuid[])`)
  add(filter.groupId, (placeholder) => `checks.group_id = ${placeholder}`)
  add(filter.tags?.length ? filter.tags : undefined, (placeholder) => `checks.tags && ${placeholder}::text[]`)
  add(filter.checkType, (placeholder) => `checks.check_type = ${placeholder}`)
  add(filter.muted, (placeholder) => `checks.muted = ${placeholder}`)
  add(filter.activated, (placeholder) => `checks.activated = ${placeholder}`)
  add(filter.search, (placeholder) => `position(folded(${placeholder}) in folded(checks.name)) > 0`)
  add(filter.status, (placeholder) => {
    const fits = `(state.status = ${placeholder} and not ${isFailing}) or (${placeholder} = 'failing' and ${isFailing})`
    return `exists (select from check_states state where state.check_id = checks.id and (${fits}))`
  })
  add(filter.apiUrl, (placeholder) => {
    const url = `folded(checks.settings -> 'request' ->> 'url')`
    return `checks.check_type = any(${typesFoundByUrl}) and position(folded(${placeholder}) in ${url}) > 0`
  })
  return { condition: conditions.join(' and '), values }
}

/** The type of a check; null when the account has no such check. */
export async function findCheckType(db: Queryable, accountId: string, id: string): Promise<CheckType | null> {
  const rows = await db.rows<{ checkType: CheckType }>(
    `select check_type from checks where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0]?.checkType ?? null
}
