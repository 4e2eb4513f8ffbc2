import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { countCheckResults, findCheckType, listCheckResults as listStoredResults } from '#storage'
import type { CheckResultSummary, PageWindow, Store } from '#storage'
import { limitedRange, openRange } from '../time-range.ts'
import { resultFilterOf } from './result-filter.ts'
import type { ResultQuery } from './result-filter.ts'

export type ListedResult = CheckResultSummary & { readonly detail?: Record<string, unknown> }

const rangeNames = ['from', 'to'] as const
const pagedSpanMs = 6 * 3_600_000

export interface ResultCursor {
  readonly limit: number
  readonly nextId?: string | undefined
  /** Whether to read what the runs saw. */
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
  if (cursor.nextId !== undefined && !isUuid(cursor.nextId)) throw new Fault('CURSOR_INVALID')
  const filter = resultFilterOf(caller, query.checkId, query, openRange(query, rangeNames))
  const beforeId = earlierId(filter.beforeId, cursor.nextId?.toLowerCase() ?? null)
  const page = { limit: cursor.limit + 1, offset: 0, withDetail: cursor.withDetail }
  const rows = await listStoredResults(store.db, { ...filter, beforeId }, page)
  if (rows.length === 0) await assertCheck(store, caller, query.checkId)
  const items = rows.slice(0, cursor.limit)
  return { items, nextId: rows.length > cursor.limit ? (items.at(-1)?.id ?? null) : null }
}

/** Ids in lower case sort by their text. */
export const earlierId = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

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
  await assertCheck(store, caller, query.checkId)
  return { items, total: 0 }
}

async function assertCheck(store: Store, caller: Caller, checkId: string): Promise<void> {
  if ((await findCheckType(store.db, caller.accountId, checkId)) === null) throw new Fault('CHECK_NOT_FOUND')
}
