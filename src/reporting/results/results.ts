import { Fault, hourMs } from '#kernel'
import type { Caller } from '#kernel'
import { countCheckResults, findCheckResult, listCheckResults as listStoredResults } from '#storage/runs'
import type { PageWindow, Store } from '#storage/database'
import type { CheckResultRow, CheckResultSummary } from '#storage/runs'
import { assertCheck } from '../assert-check.ts'
import { cursorPage, earlierId, idOfCursor } from '../cursor-page.ts'
import { pagesOf } from '../pages-of.ts'
import { limitedRange, openRange } from '../time-range.ts'
import { resultFilterOf } from './result-filter.ts'
import type { ResultQuery } from './result-filter.ts'

export type ListedResult = CheckResultSummary & { readonly detail?: Record<string, unknown> }

const rangeNames = ['from', 'to'] as const
const pagedSpanMs = 6 * hourMs

export interface ResultCursor {
  readonly limit: number
  readonly nextId?: string | undefined
  /** Whether to read the details of the results. */
  readonly withDetail: boolean
}

/**
 * Results of a check, newest first, from a cursor on; `nextId` is null at the end. Throws CHECK_NOT_FOUND,
 * TIME_RANGE_INVALID and CURSOR_INVALID.
 */
export async function listResults(
  store: Store,
  caller: Caller,
  query: ResultQuery & { readonly checkId: string },
  cursor: ResultCursor,
): Promise<{ items: ListedResult[]; nextId: string | null }> {
  const cursorId = idOfCursor(cursor.nextId)
  const filter = resultFilterOf(caller, query.checkId, query, openRange(query, rangeNames))
  const beforeId = earlierId(filter.beforeId, cursorId)
  const page = { limit: cursor.limit + 1, offset: 0, withDetail: cursor.withDetail }
  const rows = await listStoredResults(store.db, { ...filter, beforeId }, page)
  if (rows.length === 0) await assertCheck(store.db, filter)
  return cursorPage(rows, cursor.limit)
}

/** Results that a file holds at a time in memory. */
const batch = 500

/**
 * Every result that the query finds without its details, the newest first, page after page as they are taken. Throws
 * CHECK_NOT_FOUND and TIME_RANGE_INVALID.
 */
export const readResults = (
  store: Store,
  caller: Caller,
  query: ResultQuery & { readonly checkId: string },
  signal: AbortSignal,
): Promise<AsyncGenerator<readonly ListedResult[]>> =>
  pagesOf((nextId) => listResults(store, caller, query, { limit: batch, nextId, withDetail: false }), signal)

/**
 * One page of results, newest first, over at most 6 hours, by default the last, and the number of all. Throws
 * CHECK_NOT_FOUND and TIME_RANGE_INVALID.
 */
export async function listResultPage(
  store: Store,
  caller: Caller,
  query: ResultQuery & { readonly checkId: string },
  page: PageWindow,
): Promise<{ items: ListedResult[]; total: number }> {
  const range = limitedRange(query, {
    names: rangeNames,
    nowMs: caller.nowMs,
    spanMs: pagedSpanMs,
    spanText: '6 hours',
  })
  const filter = resultFilterOf(caller, query.checkId, query, range)
  const items = await listStoredResults(store.db, filter, { ...page, withDetail: true })
  if (items.length > 0 || page.offset > 0) return { items, total: await countCheckResults(store.db, filter) }
  await assertCheck(store.db, filter)
  return { items, total: 0 }
}

/** Throws CHECK_NOT_FOUND and CHECK_RESULT_NOT_FOUND. */
export async function getResult(
  store: Store,
  { accountId }: Caller,
  { checkId, resultId }: { readonly checkId: string; readonly resultId: string },
): Promise<CheckResultRow> {
  await assertCheck(store.db, { accountId, checkId })
  const result = await findCheckResult(store.db, accountId, checkId, resultId)
  if (result === null) throw new Fault('CHECK_RESULT_NOT_FOUND')
  return result
}
