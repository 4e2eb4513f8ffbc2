import type { CheckSummaryResource } from '#contract'
import { dayMs, Fault, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findUnobserved } from '#observation'
import { findCheckSummary } from '#storage/checks'
import type { Store } from '#storage/database'

/** When a check runs next if anybody would run it, what it has, and which checks are beside it. Throws CHECK_NOT_FOUND. */
export async function getCheckSummary(
  { db }: Store,
  { accountId, nowMs }: Caller,
  checkId: string,
): Promise<CheckSummaryResource> {
  const row = await findCheckSummary(db, { accountId, checkId }, firstIdAt(nowMs - dayMs))
  if (row === null) throw new Fault('CHECK_NOT_FOUND')
  const isObserved = row.nextRunAt !== null && (await findUnobserved(db, accountId, [checkId])).size === 0
  return { checkId, ...row, nextRunAt: isObserved ? (row.nextRunAt?.toISOString() ?? null) : null }
}
