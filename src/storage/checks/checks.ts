import { defaultPlainSettings } from '#contract'
import type { CheckDefinition, CheckSettings, CheckType } from '#contract'
import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { decryptSettings, encryptSettings } from '../database/encrypted-settings.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ChecksTable } from '../generated/tables.ts'

export type CheckRow = Narrowed<
  ChecksTable,
  {
    readonly checkType: CheckType
    readonly frequency: number
    readonly settings: CheckSettings
  }
>

export const definitionOfCheck = (row: CheckRow, encryption: Encryption): CheckDefinition => ({
  accountId: row.accountId,
  id: row.id,
  checkType: row.checkType,
  name: row.name,
  activated: row.activated,
  muted: row.muted,
  groupId: row.groupId,
  groupOrder: row.groupOrder,
  tags: row.tags,
  frequency: row.frequency,
  frequencyOffset: row.frequencyOffset,
  locations: row.locations,
  privateLocations: row.privateLocations,
  runParallel: row.runParallel,
  settings: { ...defaultPlainSettings, ...decryptSettings(row.settings, encryption) },
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Definitions of checks of any account, in no particular order; for runs, which already belong to an account. */
export async function findCheckDefinitions(
  db: Queryable,
  encryption: Encryption,
  ids: readonly string[],
): Promise<CheckDefinition[]> {
  if (ids.length === 0) return []
  const rows = await db.namedRows<CheckRow>(
    'find-check-definitions',
    `select * from checks where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map((row) => definitionOfCheck(row, encryption))
}

/** One check of an account, held until the transaction ends. */
export async function lockCheckDefinition(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  id: string,
): Promise<CheckDefinition | null> {
  const rows = await tx.namedRows<CheckRow>(
    'lock-check',
    `select * from checks where account_id = $1 and id = $2 for update`,
    [accountId, id],
  )
  return rows[0] ? definitionOfCheck(rows[0], encryption) : null
}

/** Keeps these checks, of any account, from being changed or deleted until the transaction ends. */
export const holdCheckDefinitions = (tx: Queryable, ids: readonly string[]): Promise<unknown> =>
  tx.rows(`select 1 from checks where id = any($1::uuid[]) order by id for share`, [ids])

export const insertCheck = (tx: Queryable, encryption: Encryption, check: CheckDefinition): Promise<unknown> =>
  tx.namedRows(
    'insert-check',
    `insert into checks (account_id, id, check_type, name, activated, muted, group_id, group_order, tags, frequency,
       frequency_offset, locations, private_locations, run_parallel, settings, version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    valuesOf(check, encryption),
  )

export const updateCheck = (tx: Queryable, encryption: Encryption, check: CheckDefinition): Promise<unknown> =>
  tx.namedRows(
    'update-check',
    `update checks set check_type = $3, name = $4, activated = $5, muted = $6, group_id = $7, group_order = $8, tags = $9,
       frequency = $10, frequency_offset = $11, locations = $12, private_locations = $13, run_parallel = $14,
       settings = $15, version = $16, created_at = $17, updated_at = $18
     where account_id = $1 and id = $2`,
    valuesOf(check, encryption),
  )

const valuesOf = (check: CheckDefinition, encryption: Encryption): unknown[] => [
  check.accountId,
  check.id,
  check.checkType,
  check.name,
  check.activated,
  check.muted,
  check.groupId,
  check.groupOrder,
  check.tags,
  check.frequency,
  check.frequencyOffset,
  check.locations,
  check.privateLocations,
  check.runParallel,
  JSON.stringify(encryptSettings(check.settings, encryption)),
  check.version,
  check.createdAt,
  check.updatedAt,
]

export const deleteCheck = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from checks where account_id = $1 and id = $2`, [accountId, id])

export const listCheckDefinitionsOfGroup = async (
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  groupId: number,
): Promise<CheckDefinition[]> => {
  const rows = await db.rows<CheckRow>(
    `select * from checks where account_id = $1 and group_id = $2 order by group_order nulls last, id`,
    [accountId, groupId],
  )
  return rows.map((row) => definitionOfCheck(row, encryption))
}

/** Clears the field `muted` of a check, if it is set. */
export const unsetMuted = (tx: Queryable, accountId: string, id: string, now: Date): Promise<unknown> =>
  tx.rows(
    `update checks set muted = false, version = version + 1, updated_at = $3 where account_id = $1 and id = $2 and muted`,
    [accountId, id, now],
  )
