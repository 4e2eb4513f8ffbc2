import { heartbeatType } from '#contract'
import { Fault } from '#kernel'
import { findCheckType } from '#storage/checks'
import type { Store } from '#storage/database'

/** Throws CHECK_NOT_FOUND, and CHECK_TYPE_MISMATCH when the check is not a heartbeat. */
export async function assertHeartbeat(
  store: Store,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
): Promise<void> {
  const actual = await findCheckType(store.db, accountId, checkId)
  if (actual === null) throw new Fault('CHECK_NOT_FOUND')
  if (actual !== heartbeatType) throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual, expected: heartbeatType } })
}
