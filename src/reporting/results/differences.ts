import { differencesBetween } from '#diagnosis'
import type { Difference, StoredRun } from '#diagnosis'
import type { Caller } from '#kernel'
import { findCheckResult, findLastPassing } from '#storage/runs'
import type { Store } from '#storage/database'
import type { CheckResultRow, CheckResultSummary } from '#storage/runs'
import { getResult } from './results.ts'

interface Differences {
  /** Null where none is stored. */
  readonly comparedWith: CheckResultSummary | null
  readonly differences: readonly Difference[]
}

/**
 * In what a result differs from the last one before it that passed: in its location, or in any where it never passed
 * there. Throws CHECK_NOT_FOUND and CHECK_RESULT_NOT_FOUND.
 */
export async function findDifferences(
  store: Store,
  caller: Caller,
  query: { readonly checkId: string; readonly resultId: string },
): Promise<Differences> {
  const { db } = store
  const result = await getResult(store, caller, query)
  if (result.outcome === 'unknown') return { comparedWith: null, differences: [] }
  const { accountId, checkId, id, location } = result
  const key = { accountId, checkId, id }
  const passed =
    (await findLastPassing(db, { ...key, location })) ?? (await findLastPassing(db, { ...key, location: null }))
  const before = passed && (await findCheckResult(db, accountId, checkId, passed.id))
  if (!before) return { comparedWith: null, differences: [] }
  return { comparedWith: before, differences: differencesBetween(storedRun(result), storedRun(before)) }
}

const storedRun = (row: CheckResultRow): StoredRun => ({
  ...row,
  startedAt: row.startedAt ?? row.createdAt,
  outcome: row.outcome === 'passed' || row.outcome === 'degraded' ? row.outcome : 'failed',
})
