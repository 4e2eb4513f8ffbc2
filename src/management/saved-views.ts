import type { SavedViewResource } from '#contract'
import { Fault, invariant, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { deleteSavedView as deleteRow, listSavedViews as listRows, upsertSavedView } from '#storage/accounts'
import type { SavedViewRow } from '#storage/accounts'
import type { Store } from '#storage/database'

const most = 100

const presented = ({ id, name, query, createdAt }: SavedViewRow): SavedViewResource => ({
  id,
  name,
  query,
  createdAt: createdAt.toISOString(),
})

/** None for keys of services, which are nobody. */
export async function listSavedViews(
  { db }: Store,
  { accountId }: Caller,
  userId: string | null,
): Promise<SavedViewResource[]> {
  return userId === null ? [] : (await listRows(db, { accountId, userId })).map(presented)
}

/** Throws PERSON_REQUIRED and SAVED_VIEWS_FULL. */
export async function saveView(
  { db }: Store,
  caller: Caller,
  userId: string | null,
  view: { readonly name: string; readonly query: string },
): Promise<SavedViewResource> {
  if (userId === null) throw new Fault('PERSON_REQUIRED')
  const owner = { accountId: caller.accountId, userId }
  const others = (await listRows(db, owner)).filter(({ name }) => name !== view.name)
  if (others.length >= most) throw new Fault('SAVED_VIEWS_FULL', { values: { max: most } })
  const row = { ...owner, ...view, id: timeOrderedId(caller.nowMs), createdAt: new Date(caller.nowMs) }
  const [saved] = await upsertSavedView(db, row)
  invariant(saved, 'a view that was saved is there')
  return presented(saved)
}

/** Throws SAVED_VIEW_NOT_FOUND. */
export async function deleteSavedView(
  { db }: Store,
  { accountId }: Caller,
  userId: string | null,
  id: string,
): Promise<void> {
  const isDeleted = userId !== null && isUuid(id) && (await deleteRow(db, { accountId, userId }, id))
  if (!isDeleted) throw new Fault('SAVED_VIEW_NOT_FOUND')
}
