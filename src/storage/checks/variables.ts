import type { EnvironmentVariable } from '#contract'
import type { Encryption } from '#kernel'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { VariablesTable } from '../generated/tables.ts'

type VariableRow = Omit<VariablesTable, 'createdAt' | 'updatedAt'>

const variableOf = (row: VariableRow, encryption: Encryption): EnvironmentVariable => ({
  key: row.key,
  value: encryption.decrypt(row.encryptedValue),
  locked: row.locked,
  secret: row.secret,
})

const columns = 'account_id, key, encrypted_value, locked, secret'

/** All variables of several accounts, by account. */
export async function findVariablesOfAccounts(
  db: Queryable,
  encryption: Encryption,
  accountIds: readonly string[],
): Promise<Map<string, EnvironmentVariable[]>> {
  const rows = await db.rows<VariableRow>(
    `select ${columns} from variables where account_id = any($1::uuid[]) order by key`,
    [accountIds],
  )
  const byAccount = new Map<string, EnvironmentVariable[]>(accountIds.map((id) => [id, []]))
  for (const row of rows) byAccount.get(row.accountId)?.push(variableOf(row, encryption))
  return byAccount
}

export async function listVariables(
  db: Queryable,
  encryption: Encryption,
  { accountId, ...page }: PageWindow & { readonly accountId: string },
): Promise<CountedPage<EnvironmentVariable>> {
  const listed = { columns, from: 'variables where account_id = $1', order: 'key', values: [accountId] }
  const { items, total } = await countedPage<VariableRow>(db, listed, page)
  return { items: items.map((row) => variableOf(row, encryption)), total }
}

/** How many of an account's variables, by key, come first within a number and a size of them together, but one at least. */
export async function countFirstVariables(
  db: Queryable,
  accountId: string,
  { limit, encryptedBytes }: { readonly limit: number; readonly encryptedBytes: number },
): Promise<number> {
  const rows = await db.rows<{ count: number }>(
    `select count(*)::int as count from (
       select sum(octet_length(encrypted_value)) over (order by key) as so_far
       from variables where account_id = $1 order by key limit $2) sized
     where so_far <= $3`,
    [accountId, limit, encryptedBytes],
  )
  return Math.max(1, rows[0]?.count ?? 0)
}

export async function findVariable(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  key: string,
): Promise<EnvironmentVariable | null> {
  const rows = await db.rows<VariableRow>(`select * from variables where account_id = $1 and key = $2`, [
    accountId,
    key,
  ])
  return rows[0] ? variableOf(rows[0], encryption) : null
}

export interface SavedVariable {
  readonly accountId: string
  readonly variable: EnvironmentVariable
  readonly now: Date
}

/** Like findVariable, and holds the row until the transaction ends. */
export async function lockVariable(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  key: string,
): Promise<EnvironmentVariable | null> {
  const rows = await tx.rows<VariableRow>(`select * from variables where account_id = $1 and key = $2 for update`, [
    accountId,
    key,
  ])
  return rows[0] ? variableOf(rows[0], encryption) : null
}

/** Returns false when a variable with this key exists. */
export const insertVariable = (
  tx: Queryable,
  encryption: Encryption,
  { accountId, variable, now }: SavedVariable,
): Promise<boolean> =>
  findsAny(
    tx,
    `insert into variables (account_id, key, encrypted_value, locked, secret, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [accountId, variable.key, encryption.encrypt(variable.value), variable.locked, variable.secret, now],
  )

export const updateVariable = (
  tx: Queryable,
  encryption: Encryption,
  { accountId, variable, now }: SavedVariable,
): Promise<unknown> =>
  tx.rows(
    `update variables set encrypted_value = $3, locked = $4, secret = $5, updated_at = $6 where account_id = $1 and key = $2`,
    [accountId, variable.key, encryption.encrypt(variable.value), variable.locked, variable.secret, now],
  )

export const deleteVariable = (tx: Queryable, accountId: string, key: string): Promise<boolean> =>
  findsAny(tx, `delete from variables where account_id = $1 and key = $2`, [accountId, key])
