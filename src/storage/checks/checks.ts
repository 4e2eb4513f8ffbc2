import { defaultPlainSettings, pick } from '#contract'
import type { CheckDefinition, CheckSettings, CheckType } from '#contract'
import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { decryptSettings, encryptSettings } from '../database/encrypted-settings.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { ChecksTable } from '../generated/tables.ts'

export type CheckRow = Narrowed<
  ChecksTable,
  {
    readonly checkType: CheckType
    readonly frequency: number
    readonly settings: CheckSettings
  }
>

const key = ['accountId', 'id'] as const
const written = [
  'checkType',
  'name',
  'activated',
  'muted',
  'groupId',
  'groupOrder',
  'tags',
  'frequency',
  'frequencyOffset',
  'locations',
  'privateLocations',
  'runParallel',
  'settings',
  'version',
  'createdAt',
  'updatedAt',
] as const
/** Of a definition: they are read, inserted and updated together. */
const columns = [...key, ...written] as const

export const definitionOfCheck = (row: CheckRow, encryption: Encryption): CheckDefinition => ({
  ...pick(row, columns),
  settings: { ...defaultPlainSettings, ...decryptSettings(row.settings, encryption) },
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
  tx.namedRows('insert-check', insertOf('checks', columns), valuesOf(storedCheck(check, encryption), columns))

export const updateCheck = (tx: Queryable, encryption: Encryption, check: CheckDefinition): Promise<unknown> =>
  tx.namedRows('update-check', updateOf('checks', key, written), valuesOf(storedCheck(check, encryption), columns))

const storedCheck = (check: CheckDefinition, encryption: Encryption) => ({
  ...check,
  settings: JSON.stringify(encryptSettings(check.settings, encryption)),
})

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
