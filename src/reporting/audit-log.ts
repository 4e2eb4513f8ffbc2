import type { Caller } from '#kernel'
import { listAuditEntries } from '#storage/audit'
import type { AuditFilter, AuditLogRow } from '#storage/audit'
import type { Store } from '#storage/database'
import { cursorPage, earlierId, idOfCursor } from './cursor-page.ts'
import { pagesOf } from './pages-of.ts'
import { idRangeOf, openRange } from './time-range.ts'

export interface AuditQuery extends AuditFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface AuditCursor {
  readonly limit: number
  readonly nextId?: string | undefined
}

/** Entries of an account, the latest first. Throws CURSOR_INVALID and TIME_RANGE_INVALID. */
export async function listAuditLog(
  { db }: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  query: AuditQuery,
  { limit, nextId }: AuditCursor,
): Promise<{ items: AuditLogRow[]; nextId: string | null }> {
  const range = idRangeOf(openRange(query, ['from', 'to']))
  const beforeId = earlierId(range.beforeId, idOfCursor(nextId))
  return cursorPage(
    await listAuditEntries(db, accountId, query, { fromId: range.fromId, beforeId, limit: limit + 1 }),
    limit,
  )
}

/** Entries a file holds at a time in memory. */
const batch = 500

/** Every entry that the query finds, page after page as they are taken. Throws TIME_RANGE_INVALID. */
export const readAuditLog = (
  store: Store,
  caller: Pick<Caller, 'accountId'>,
  query: AuditQuery,
  signal: AbortSignal,
): Promise<AsyncGenerator<readonly AuditLogRow[]>> =>
  pagesOf((nextId) => listAuditLog(store, caller, query, { limit: batch, nextId }), signal)
