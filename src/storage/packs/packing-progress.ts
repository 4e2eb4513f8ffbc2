import type { Queryable } from '../database/queryable.ts'
import type { PackingProgressTable } from '../generated/tables.ts'

export type PackingProgress = Pick<PackingProgressTable, 'beforeId' | 'accountId' | 'checkId' | 'resultId'>

/** The condition on packs that are read: their results are rows no more. */
export const isPackRead = `first_id < (select before_id from packing_progress)`

/** How far packing has come; holds others off until the transaction ends. Null when somebody else packs. */
export async function lockPackingProgress(tx: Queryable): Promise<PackingProgress | null> {
  const [progress] = await tx.rows<PackingProgress>(
    `select before_id, account_id, check_id, result_id from packing_progress for update skip locked`,
  )
  return progress ?? null
}

/** The smallest id of what is not packed. */
export async function findPackedBefore(db: Queryable): Promise<string | null> {
  const [progress] = await db.rows<Pick<PackingProgress, 'beforeId'>>(`select before_id from packing_progress`)
  return progress?.beforeId ?? null
}

export const savePackingProgress = (tx: Queryable, progress: PackingProgress): Promise<unknown> =>
  tx.rows(`update packing_progress set before_id = $1, account_id = $2, check_id = $3, result_id = $4`, [
    progress.beforeId,
    progress.accountId,
    progress.checkId,
    progress.resultId,
  ])
