import { nothingInherited, pick } from '#contract'
import type { GroupDefinition, GroupSettings } from '#contract'
import type { Encryption } from '#kernel'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import type { LinkedSubscription } from './linked-checks.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { decryptSettings, encryptSettings } from '../database/encrypted-settings.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckGroupsTable } from '../generated/tables.ts'

type CheckGroupRow = Narrowed<
  Omit<CheckGroupsTable, 'mutedUntil' | 'badgeToken'>,
  {
    readonly generation: 1 | 2
    readonly settings: GroupSettings
  }
>

const written = [
  'generation',
  'name',
  'activated',
  'muted',
  'tags',
  'settings',
  'version',
  'createdAt',
  'updatedAt',
] as const
const inserted = ['accountId', ...written] as const
const key = ['accountId', 'id'] as const
/** Of a definition. */
const columns = [...key, ...written] as const

const definitionOfGroup = (row: CheckGroupRow, encryption: Encryption): GroupDefinition => ({
  ...pick(row, columns),
  settings: { ...nothingInherited, ...decryptSettings(row.settings, encryption) },
})

/** Definitions of groups of any account; for runs, which already belong to an account. */
export async function findGroupDefinitions(
  db: Queryable,
  encryption: Encryption,
  ids: readonly number[],
): Promise<GroupDefinition[]> {
  if (ids.length === 0) return []
  const rows = await db.namedRows<CheckGroupRow>(
    'find-group-definitions',
    `select * from check_groups where id = any($1::bigint[])`,
    [ids],
  )
  return rows.map((row) => definitionOfGroup(row, encryption))
}

/** One group of an account, held until the transaction ends. */
export async function lockGroupDefinition(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  id: number,
): Promise<GroupDefinition | null> {
  const rows = await tx.rows<CheckGroupRow>(`select * from check_groups where account_id = $1 and id = $2 for update`, [
    accountId,
    id,
  ])
  return rows[0] ? definitionOfGroup(rows[0], encryption) : null
}

export type NewGroup = Omit<GroupDefinition, 'id'>

export async function insertGroup(tx: Queryable, encryption: Encryption, group: NewGroup): Promise<number> {
  const values = valuesOf(storedGroup(group, encryption), inserted)
  const rows = await tx.rows<{ id: number }>(`${insertOf('check_groups', inserted)} returning id`, values)
  return rows[0]?.id ?? 0
}

export const updateGroup = (tx: Queryable, encryption: Encryption, group: GroupDefinition): Promise<unknown> =>
  tx.rows(updateOf('check_groups', key, written), valuesOf(storedGroup(group, encryption), columns))

const storedGroup = <Group extends NewGroup>(group: Group, encryption: Encryption) => ({
  ...group,
  settings: JSON.stringify(encryptSettings(group.settings, encryption)),
})

export async function countChecksOfGroup(tx: Queryable, accountId: string, id: number): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    `select count(*)::int as count from checks where account_id = $1 and group_id = $2`,
    [accountId, id],
  )
  return rows[0]?.count ?? 0
}

export const deleteGroup = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `delete from check_groups where account_id = $1 and id = $2`, [accountId, id])

/**
 * Groups that are about to gain, hold or lose a member, held against changes until the transaction ends. Two changes
 * of members do not wait for each other.
 */
export async function holdGroupDefinitions(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  ids: readonly number[],
): Promise<GroupDefinition[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<CheckGroupRow>(
    `select * from check_groups where account_id = $1 and id = any($2::bigint[]) order by id for share`,
    [accountId, ids],
  )
  return rows.map((row) => definitionOfGroup(row, encryption))
}

/** A group with the channels that are notified of its members. */
export interface LinkedGroup {
  readonly group: GroupDefinition
  readonly subscriptions: readonly LinkedSubscription[]
}

interface LinkedGroupRow extends CheckGroupRow {
  readonly subscriptions: readonly [number, boolean][]
}

const linkedColumns = `check_groups.*, coalesce((
  select jsonb_agg(jsonb_build_array(channel_id, activated) order by channel_id) from channel_subscriptions subscription
  where subscription.account_id = check_groups.account_id and subscription.group_id = check_groups.id), '[]') as subscriptions`

const linkedGroupOf = (row: LinkedGroupRow, encryption: Encryption): LinkedGroup => ({
  group: definitionOfGroup(row, encryption),
  subscriptions: row.subscriptions.map(([channelId, activated]) => ({ channelId, activated })),
})

export async function findLinkedGroup(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  id: number,
): Promise<LinkedGroup | null> {
  const rows = await db.namedRows<LinkedGroupRow>(
    'find-linked-group',
    `select ${linkedColumns} from check_groups where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ? linkedGroupOf(rows[0], encryption) : null
}

export interface GroupFilter {
  readonly accountId: string
  /** Any of these names. Empty: every name. */
  readonly names: readonly string[]
  /** Any of these tags. Empty: whatever the tags. */
  readonly tags: readonly string[]
}

const matches = `account_id = $1 and (cardinality($2::text[]) = 0 or name = any($2))
  and (cardinality($3::text[]) = 0 or tags && $3)`

/** One page of groups, oldest first, and the number of all that match. */
export async function listLinkedGroups(
  db: Queryable,
  encryption: Encryption,
  filter: GroupFilter,
  { limit, offset }: PageWindow,
): Promise<CountedPage<LinkedGroup>> {
  const values = [filter.accountId, filter.names, filter.tags]
  const rows = await db.rows<LinkedGroupRow & { total: number }>(
    `with page as (select * from check_groups where ${matches} order by id limit $4 offset $5)
     select ${linkedColumns}, (select count(*)::int from check_groups where ${matches}) as total
     from page as check_groups order by id`,
    [...values, limit, offset],
  )
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countGroups(db, values))
  return { items: rows.map((row) => linkedGroupOf(row, encryption)), total }
}

async function countGroups(db: Queryable, values: readonly unknown[]): Promise<number> {
  const rows = await db.rows<{ total: number }>(
    `select count(*)::int as total from check_groups where ${matches}`,
    values,
  )
  return rows[0]?.total ?? 0
}

/** Of these groups, those that are muted for a time that is not over, and until when. */
export async function listGroupMutes(db: Queryable, ids: readonly number[], now: Date): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await db.namedRows<{ id: number; mutedUntil: Date }>(
    'list-group-mutes',
    `select id, muted_until from check_groups where id = any($1::bigint[]) and muted_until > $2`,
    [ids, now],
  )
  return new Map(rows.map((row) => [row.id, row.mutedUntil]))
}

/** Mutes a group until a time, or unmutes it with null, which also clears `muted`. Returns whether there is one. */
export const setGroupMute = (tx: Queryable, accountId: string, id: number, until: Date | null): Promise<boolean> =>
  findsAny(
    tx,
    `update check_groups set muted_until = $3, muted = muted and $3::timestamptz is not null,
       version = version + 1 where account_id = $1 and id = $2`,
    [accountId, id, until],
  )
