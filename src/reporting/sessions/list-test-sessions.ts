import type { TestSessionProvider, TestSessionStatus } from '#contract'
import { isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { listSequencesOfTestSessions, listTestSessions as listStoredSessions } from '#storage/runs'
import type { Store } from '#storage/database'
import type { ListedTestSessionRow, SequencesOfStatus, TestSessionFilter } from '#storage/runs'
import { cursorPage, earlierId, idOfCursor } from '../cursor-page.ts'
import { idRangeOf, openRange } from '../time-range.ts'

export interface TestSessionQuery {
  readonly limit: number
  readonly nextId?: string | undefined
  /** Unix seconds or ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly statuses?: readonly TestSessionStatus[] | undefined
  readonly providers?: readonly TestSessionProvider[] | undefined
  readonly branches?: readonly string[] | undefined
  readonly users?: readonly string[] | undefined
  readonly noUsers?: boolean | undefined
  readonly textSearch?: string | undefined
  readonly errorGroupId?: string | undefined
  readonly isDegraded?: boolean | undefined
}

export interface ListedTestSessionView {
  readonly session: ListedTestSessionRow
  /** The outcomes of its runs, by sequence. */
  readonly sequences: readonly SequencesOfStatus[]
}

/** Newest first, from a cursor on; `nextId` is null at the end. Throws TIME_RANGE_INVALID and CURSOR_INVALID. */
export async function listTestSessions(
  store: Store,
  { accountId }: Caller,
  query: TestSessionQuery,
): Promise<{ items: ListedTestSessionView[]; nextId: string | null }> {
  const filter = filterOf(accountId, query)
  // No group has such an id.
  if (filter.errorGroupId !== null && !isUuid(filter.errorGroupId)) return { items: [], nextId: null }
  const rows = await listStoredSessions(store.db, filter, query.limit + 1)
  const { items: sessions, nextId } = cursorPage(rows, query.limit)
  const ids = sessions.map((session) => session.id)
  const sequences = Map.groupBy(await listSequencesOfTestSessions(store.db, accountId, ids), (item) => item.sessionId)
  return {
    items: sessions.map((session) => ({ session, sequences: sequences.get(session.id) ?? [] })),
    nextId,
  }
}

function filterOf(accountId: string, query: TestSessionQuery): TestSessionFilter {
  const { textSearch, noUsers = false, errorGroupId } = query
  return {
    accountId,
    ...spanOf(query),
    statuses: given(query.statuses),
    providers: given(query.providers),
    branches: given(query.branches),
    users: given(query.users?.map((user) => user.toLowerCase())),
    noUsers,
    text: textSearch === undefined ? null : textSearch.toLowerCase(),
    errorGroupId: errorGroupId === undefined ? null : errorGroupId.toLowerCase(),
    isDegraded: query.isDegraded ?? null,
  }
}

function spanOf(query: TestSessionQuery): Pick<TestSessionFilter, 'fromId' | 'beforeId'> {
  const cursor = idOfCursor(query.nextId)
  const { fromId, beforeId } = idRangeOf(openRange(query, ['from', 'to']))
  return { fromId, beforeId: earlierId(beforeId, cursor) }
}

/** An empty list filters nothing. */
const given = <T>(values: readonly T[] | undefined): readonly T[] | null =>
  values === undefined || values.length === 0 ? null : values
