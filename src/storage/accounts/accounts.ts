import type { AlertSettings, CheckDefaults } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AccountsTable } from '../generated/tables.ts'

export type AccountRow = Narrowed<
  AccountsTable,
  {
    readonly alertSettings: AlertSettings
    readonly settings: Record<string, unknown>
    readonly checkDefaults: CheckDefaults
  }
>

export const findAccounts = (db: Queryable, ids: readonly string[]): Promise<AccountRow[]> =>
  db.namedRows('find-accounts', `select * from accounts where id = any($1::uuid[]) order by created_at, id`, [ids])

/** The runtime of checks without one, by account. */
export async function findRuntimesOfAccounts(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.namedRows<{ id: string; runtimeId: string }>(
    'find-runtimes-of-accounts',
    `select id, runtime_id from accounts where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, runtimeId }) => [id, runtimeId]))
}

/** The account of the first start, or the oldest that is left; null without any. */
export async function findFirstAccountId(db: Queryable): Promise<string | null> {
  const rows = await db.rows<{ id: string }>(`select id from accounts order by created_at, id limit 1`)
  return rows[0]?.id ?? null
}

export const insertAccount = (
  tx: Queryable,
  account: { id: string; name: string; runtimeId: string; alertSettings: AlertSettings; createdAt: Date },
): Promise<unknown> =>
  tx.rows(`insert into accounts (id, name, runtime_id, alert_settings, created_at) values ($1, $2, $3, $4, $5)`, [
    account.id,
    account.name,
    account.runtimeId,
    JSON.stringify(account.alertSettings),
    account.createdAt,
  ])

/** Makes prepared runs of the account resolve their variables again. */
export const touchVariables = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`update accounts set variables_version = variables_version + 1 where id = $1`, [accountId])

/** Makes prepared runs of the account read their snippets again. */
export const touchSnippets = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`update accounts set snippets_version = snippets_version + 1 where id = $1`, [accountId])

/** The alert settings of an account, locked until the transaction ends; null without the account. */
export async function lockAccountAlertSettings(tx: Queryable, id: string): Promise<AlertSettings | null> {
  const rows = await tx.rows<Pick<AccountRow, 'alertSettings'>>(
    `select alert_settings from accounts where id = $1 for no key update`,
    [id],
  )
  return rows[0]?.alertSettings ?? null
}

export const saveAlertSettings = (tx: Queryable, id: string, settings: AlertSettings, now: Date): Promise<unknown> =>
  tx.rows(`update accounts set alert_settings = $2, updated_at = $3 where id = $1`, [id, JSON.stringify(settings), now])

/** The defaults of new checks, and which of the channels, locations and the group that they name there are. */
export interface StoredCheckDefaults {
  readonly defaults: CheckDefaults
  readonly channelIds: readonly number[]
  readonly slugNames: readonly string[]
  readonly hasGroup: boolean
}

/** Null without the account. */
export async function findCheckDefaults(db: Queryable, accountId: string): Promise<StoredCheckDefaults | null> {
  const [row] = await db.rows<{ [K in keyof StoredCheckDefaults]: StoredCheckDefaults[K] }>(
    `select check_defaults as defaults,
       array(select id::int from alert_channels where account_id = $1 and id in (
         select (one #>> '{}')::bigint
         from jsonb_path_query(check_defaults, '$.alertChannelSubscriptions[*].alertChannelId') as one)) as channel_ids,
       array(select slug_name from private_locations where account_id = $1 and slug_name in (
         select one #>> '{}' from jsonb_path_query(check_defaults, '$.privateLocations[*]') as one)) as slug_names,
       exists (select from check_groups where account_id = $1 and id = (check_defaults ->> 'groupId')::bigint) as has_group
     from accounts where id = $1`,
    [accountId],
  )
  return row ?? null
}

export const saveCheckDefaults = (tx: Queryable, id: string, defaults: CheckDefaults, now: Date): Promise<unknown> =>
  tx.rows(`update accounts set check_defaults = $2, updated_at = $3 where id = $1`, [id, JSON.stringify(defaults), now])
