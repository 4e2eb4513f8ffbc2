import type { ObjectiveWindow } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { ObjectivesTable } from '../generated/tables.ts'

export type ObjectiveRow = Narrowed<ObjectivesTable, { readonly windowDays: ObjectiveWindow }>

const written = [
  'accountId',
  'id',
  'name',
  'checkId',
  'groupId',
  'tag',
  'target',
  'windowDays',
  'createdAt',
  'updatedAt',
] as const

/** All objectives of an account, by name. */
export const listObjectives = (db: Queryable, accountId: string): Promise<ObjectiveRow[]> =>
  db.rows(`select * from objectives where account_id = $1 order by folded(name), id`, [accountId])

/** Keeps others from adding objectives to an account until the transaction ends. */
export const lockObjectives = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`select from accounts where id = $1 for no key update`, [accountId])

export async function findObjective(db: Queryable, accountId: string, id: string): Promise<ObjectiveRow | null> {
  const rows = await db.rows<ObjectiveRow>(`select * from objectives where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

export async function insertObjective(tx: Queryable, row: ObjectiveRow): Promise<void> {
  await tx.rows(insertOf('objectives', written), valuesOf(row, written))
}

interface ObjectiveChange {
  readonly accountId: string
  readonly id: string
  readonly name: string | undefined
  readonly target: number | undefined
  readonly windowDays: number | undefined
  readonly now: Date
}

/** Undefined keeps what is stored. Null: there is none. */
export async function updateObjective(tx: Queryable, change: ObjectiveChange): Promise<ObjectiveRow | null> {
  const rows = await tx.rows<ObjectiveRow>(
    `update objectives set name = coalesce($3, name), target = coalesce($4, target),
       window_days = coalesce($5, window_days), updated_at = $6
     where account_id = $1 and id = $2 returning *`,
    [change.accountId, change.id, change.name ?? null, change.target ?? null, change.windowDays ?? null, change.now],
  )
  return rows[0] ?? null
}

export const deleteObjective = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from objectives where account_id = $1 and id = $2 returning id`, [accountId, id])

/** Whether the account has the check; locks it, so that it stays until the transaction ends. */
export const holdsCheck = (tx: Queryable, accountId: string, checkId: string): Promise<boolean> =>
  findsAny(tx, `select from checks where account_id = $1 and id = $2 for key share`, [accountId, checkId])

/** The same of a group. */
export const holdsGroup = (tx: Queryable, accountId: string, groupId: number): Promise<boolean> =>
  findsAny(tx, `select from check_groups where account_id = $1 and id = $2 for key share`, [accountId, groupId])
