import { Fault, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckType, listCheckAlerts as listStoredAlerts } from '#storage'
import type { CheckAlertRow, PageWindow, Store } from '#storage'
import { limitedRange } from '../time-range.ts'

const spanMs = 6 * 3_600_000

export interface CheckAlertQuery {
  /** A well-formed id; left out: alerts of all checks. */
  readonly checkId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * One page of alerts, newest first, over at most 6 hours, by default the last. Throws TIME_RANGE_INVALID, and
 * CHECK_NOT_FOUND for a check that is not there.
 */
export async function listCheckAlerts(
  store: Store,
  caller: Caller,
  query: CheckAlertQuery,
  page: PageWindow,
): Promise<{ items: CheckAlertRow[]; total: number }> {
  const { accountId, nowMs } = caller
  const { fromMs, toMs } = limitedRange(query, { names: ['from', 'to'], nowMs, spanMs, spanText: '6 hours' })
  const checkId = query.checkId ?? null
  if (checkId !== null && (await findCheckType(store.db, accountId, checkId)) === null)
    throw new Fault('CHECK_NOT_FOUND')
  return listStoredAlerts(store.db, checkId, {
    accountId,
    fromId: firstIdAt(fromMs),
    beforeId: firstIdAt(toMs),
    ...page,
  })
}
