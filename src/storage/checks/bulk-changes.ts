import type { CheckDefinition } from '#contract'
import type { Encryption } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { columnOf, recordset } from '../database/records.ts'
import { storableJson } from '../database/storable-json.ts'
import { definitionOfCheck } from './checks.ts'
import type { CheckRow } from './checks.ts'

/** Checks of an account, held until the transaction ends, by id, so that two changes wait instead of deadlocking. */
export async function lockCheckDefinitions(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  ids: readonly string[],
): Promise<CheckDefinition[]> {
  const rows = await tx.rows<CheckRow>(
    `select * from checks where account_id = $1 and id = any($2::uuid[]) order by id for update`,
    [accountId, ids],
  )
  return rows.map((row) => definitionOfCheck(row, encryption))
}

/** Of these checks, those of the account, held until the transaction ends, by id. */
export async function lockCheckIds(tx: Queryable, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from checks where account_id = $1 and id = any($2::uuid[]) order by id for update`,
    [accountId, ids],
  )
  return rows.map(({ id }) => id)
}

/** The columns that bulk changes write. */
export const bulkColumns = [
  'activated',
  'muted',
  'tags',
  'locations',
  'privateLocations',
  'frequency',
  'frequencyOffset',
  'groupId',
  'groupOrder',
] as const satisfies readonly (keyof CheckDefinition)[]

const copied = bulkColumns.map((property) => `${columnOf(property)} = changed.${columnOf(property)}`).join(', ')

export type BulkFields = Pick<CheckDefinition, (typeof bulkColumns)[number] | 'id' | 'version'>

/** Writes these columns of checks of an account; versions are those after the change. */
export const updateBulkFields = (
  tx: Queryable,
  accountId: string,
  fields: readonly BulkFields[],
  now: Date,
): Promise<unknown> =>
  tx.rows(
    `update checks set ${copied}, version = changed.version, updated_at = $3
     from jsonb_populate_recordset(null::checks, $2::jsonb) as changed
     where checks.account_id = $1 and checks.id = changed.id`,
    [accountId, recordset(fields), now],
  )

/** The tables whose rows a deleted check takes with it, in the order in which they are restored. */
const tablesOfChecks = [
  'checks',
  'check_states',
  'heartbeat_timers',
  'channel_subscriptions',
  'agentic_scripts',
  'triggers',
  'deployment_triggers',
  'error_groups',
  'objectives',
] as const

/** Rows of tables by the name of the table, as the database writes them as JSON. */
export type CheckRows = Readonly<Record<string, unknown>>

/** All rows that these checks would take with them. */
export async function readRowsOfChecks(tx: Queryable, accountId: string, ids: readonly string[]): Promise<CheckRows> {
  const parts = tablesOfChecks.map((table) => {
    const column = table === 'checks' ? 'id' : 'check_id'
    return `'${table}', (select coalesce(jsonb_agg(to_jsonb(${table})), '[]') from ${table}
      where account_id = $1 and ${column} = any($2::uuid[]))`
  })
  const [row] = await tx.rows<{ all: CheckRows }>(`select jsonb_build_object(${parts.join(', ')}) as all`, [
    accountId,
    ids,
  ])
  return row?.all ?? {}
}

/** Checks whose group is gone come back without it. */
const withoutLostGroup = `case when exists (select from check_groups
  where check_groups.account_id = $1 and check_groups.id = (given ->> 'group_id')::bigint) then given
  else given || '{"group_id": null}' end`

/** Subscriptions whose channel is gone stay away. */
const hasChannel = `exists (select from alert_channels
  where alert_channels.account_id = $1 and alert_channels.id = kept.channel_id)`

/** Puts rows back that deleted checks took with them. Returns the ids of the checks. */
export async function restoreRowsOfChecks(tx: Queryable, accountId: string, rows: CheckRows): Promise<string[]> {
  const restored: string[] = []
  for (const table of tablesOfChecks) {
    const source = table === 'checks' ? withoutLostGroup : 'given'
    const found = await tx.rows<{ id: string }>(
      `insert into ${table} overriding system value select kept.* from jsonb_array_elements($2::jsonb) as given
       cross join lateral jsonb_populate_record(null::${table}, ${source}) as kept
       where kept.account_id = $1 and ${table === 'channel_subscriptions' ? hasChannel : 'true'}
       on conflict do nothing returning ${table === 'checks' ? 'id' : 'null as id'}`,
      [accountId, storableJson(rows[table] ?? [])],
    )
    if (table === 'checks') restored.push(...found.map(({ id }) => id))
  }
  return restored
}

export const deleteChecks = (tx: Queryable, accountId: string, ids: readonly string[]): Promise<unknown> =>
  tx.rows(`delete from checks where account_id = $1 and id = any($2::uuid[])`, [accountId, ids])

/** Deletes the error groups of deleted checks, and unlinks what tells about them. */
export async function deleteErrorGroupsOfChecks(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (const statement of [
    `delete from error_groups where account_id = $1 and check_id = any($2::uuid[])`,
    `update test_session_error_groups set check_id = null where account_id = $1 and check_id = any($2::uuid[])`,
    `update root_cause_analyses set check_id = null where account_id = $1 and check_id = any($2::uuid[])`,
  ])
    await tx.rows(statement, [accountId, ids])
}

/** The replaced data of a change: columns of checks, or all rows of deleted ones. */
export type BulkBefore = { readonly fields: readonly BulkFields[] } | { readonly rows: CheckRows }

export interface BulkChangeRow {
  readonly accountId: string
  readonly id: string
  readonly before: BulkBefore
  readonly expiresAt: Date
}

/** Keeps what a change replaced, and drops what can be undone no more. */
export async function insertBulkChange(tx: Queryable, change: BulkChangeRow, now: Date): Promise<void> {
  await tx.rows(
    `delete from bulk_changes where (account_id, id) in (
       select account_id, id from bulk_changes where expires_at <= $1 for update skip locked)`,
    [now],
  )
  await tx.rows(`insert into bulk_changes (account_id, id, before, expires_at) values ($1, $2, $3, $4)`, [
    change.accountId,
    change.id,
    storableJson(change.before),
    change.expiresAt,
  ])
}

/** The replaced data of a change, to undo it; null when it has expired. */
export async function takeBulkChange(
  tx: Queryable,
  accountId: string,
  id: string,
  now: Date,
): Promise<BulkBefore | null> {
  const [row] = await tx.rows<{ before: BulkBefore }>(
    `delete from bulk_changes where account_id = $1 and id = $2 and expires_at > $3 returning before`,
    [accountId, id, now],
  )
  return row?.before ?? null
}
