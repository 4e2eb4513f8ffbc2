import { givenBody } from '#contract'
import type { Given, StatusPageServiceBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { deleteService, findService, insertService, listServices, renameService } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { StatusPageServiceRow } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'

/** Creates a service that status pages can display and incidents can be about. */
export async function createStatusPageService(
  store: Store,
  { accountId, nowMs }: Caller,
  body: StatusPageServiceBody,
): Promise<StatusPageServiceRow> {
  const id = timeOrderedId(nowMs)
  const row = { accountId, id, name: body.name, createdAt: new Date(nowMs), updatedAt: null }
  await insertService(store.db, row)
  return row
}

/** Services oldest first, a page or all of them. Throws CURSOR_INVALID. */
export async function listStatusPageServices(
  store: Store,
  { accountId }: Caller,
  query: CursorQuery & { readonly paginated: boolean },
): Promise<CursorPage<StatusPageServiceRow>> {
  if (!query.paginated) {
    return { items: await listServices(store.db, { accountId, fromId: null, limit: null }), nextId: null }
  }
  return readPage<StatusPageServiceRow>(
    query,
    (row) => row.id,
    (window) => listServices(store.db, { accountId, ...window }),
  )
}

/** Throws SERVICE_NOT_FOUND. */
export async function getStatusPageService(
  store: Store,
  { accountId }: Caller,
  id: string,
): Promise<StatusPageServiceRow> {
  return found(await findService(store.db, accountId, id))
}

/** Throws SERVICE_NOT_FOUND. */
export async function updateStatusPageService(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: { readonly id: string; readonly body: Given<Partial<StatusPageServiceBody>> },
): Promise<StatusPageServiceRow> {
  const { name } = givenBody(body, {})
  return found(await renameService(store.db, { accountId, id, name, now: new Date(nowMs) }))
}

/**
 * Deletes a service. It is removed from cards and incidents, and checks no longer open incidents on it. Throws
 * SERVICE_NOT_FOUND.
 */
export async function deleteStatusPageService(store: Store, { accountId, nowMs }: Caller, id: string): Promise<void> {
  const existed = await store.db.transaction((tx) => deleteService(tx, accountId, id, new Date(nowMs)))
  if (!existed) throw new Fault('SERVICE_NOT_FOUND')
}

function found(row: StatusPageServiceRow | null): StatusPageServiceRow {
  if (row === null) throw new Fault('SERVICE_NOT_FOUND')
  return row
}
