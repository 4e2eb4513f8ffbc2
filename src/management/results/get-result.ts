import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckResult, findCheckType } from '#storage'
import type { CheckResultRow, Store } from '#storage'

/** Throws CHECK_NOT_FOUND and CHECK_RESULT_NOT_FOUND. */
export async function getResult(
  store: Store,
  caller: Caller,
  ids: { readonly checkId: string; readonly resultId: string },
): Promise<CheckResultRow> {
  if ((await findCheckType(store.db, caller.accountId, ids.checkId)) === null) throw new Fault('CHECK_NOT_FOUND')
  const result = await findCheckResult(store.db, caller.accountId, ids.checkId, ids.resultId)
  if (result === null) throw new Fault('CHECK_RESULT_NOT_FOUND')
  return result
}
