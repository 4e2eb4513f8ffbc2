import { Fault } from '#kernel'
import { findCheckType } from '#storage'
import type { Queryable } from '#storage'

/** Throws CHECK_NOT_FOUND for a check that the account does not have. */
export async function assertCheck(
  db: Queryable,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
): Promise<void> {
  if ((await findCheckType(db, accountId, checkId)) === null) throw new Fault('CHECK_NOT_FOUND')
}
