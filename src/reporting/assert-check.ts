import { Fault } from '#kernel'
import { findCheckType } from '#storage/checks'
import type { Queryable } from '#storage/database'

/** Throws CHECK_NOT_FOUND for a check that the account does not have. */
export async function assertCheck(
  db: Queryable,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
): Promise<void> {
  if ((await findCheckType(db, accountId, checkId)) === null) throw new Fault('CHECK_NOT_FOUND')
}
