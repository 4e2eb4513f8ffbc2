import { firstIdAt, hourMs } from '#kernel'
import type { Caller } from '#kernel'
import { listCheckAlerts as listStoredAlerts } from '#storage/alerts'
import type { CheckAlertRow } from '#storage/alerts'
import type { PageWindow, Store } from '#storage/database'
import { assertCheck } from '../assert-check.ts'
import { limitedRange } from '../time-range.ts'

const spanMs = 6 * hourMs

export interface CheckAlertQuery {
  /** A well-formed id; absent: alerts of all checks. */
  readonly checkId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * One page of alerts, newest first, over at most 6 hours, by default the last. Throws TIME_RANGE_INVALID, and
 * CHECK_NOT_FOUND for an unknown check.
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
  if (checkId !== null) await assertCheck(store.db, { accountId, checkId })
  return listStoredAlerts(store.db, checkId, {
    accountId,
    fromId: firstIdAt(fromMs),
    beforeId: firstIdAt(toMs),
    ...page,
  })
}
