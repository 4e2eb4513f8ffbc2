import type { Caller } from '#kernel'
import { listPageSummaryRows } from '#storage/status-pages'
import type { PageSummaryRow } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { gatherEvents } from './gather-events.ts'
import { profileOf } from './public-page.ts'
import type { PublicState } from './public-status-page.ts'
import { followedOf, stateOfPage } from './read-public-status-page.ts'

/** A page of a list, with its state as readers see it. */
export interface PageSummary extends PageSummaryRow {
  readonly state: PublicState
}

/** The pages of an account, or one of them, oldest first; four statements for each. Throws CURSOR_INVALID. */
export async function listPageSummaries(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, ...query }: CursorQuery & { readonly statusPageId: string | null },
): Promise<CursorPage<PageSummary>> {
  const { items, nextId } = await readPage<PageSummaryRow>(
    query,
    ({ id }) => id,
    (window) => listPageSummaryRows(store.db, { accountId, statusPageId, ...window }),
  )
  const summaries: PageSummary[] = []
  for (const row of items) summaries.push({ ...row, state: await stateOf(store, row, nowMs) })
  return { items: summaries, nextId }
}

async function stateOf(store: Store, row: PageSummaryRow, nowMs: number): Promise<PublicState> {
  const { id, accountId, isPrivate, createdAt } = row
  const page = { id, accountId, isPrivate, createdAt, profile: profileOf(row) }
  const events = await gatherEvents(store, page, { from: new Date(nowMs), before: null, withOpen: true }, nowMs)
  return stateOfPage(events, await followedOf(store, page, { startMs: nowMs, endMs: nowMs }))
}
