import { deleteComponents, forgetComponents, unpublishIncidents } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { ComponentsOfPage, PageComponentRow } from '#storage/status-pages'
import { arrangeComponents } from '../pages/arrange-components.ts'
import { shownIds } from '../pages/impact-summary.ts'

/**
 * Deletes components, with what subscribers chose of them. Incidents about hidden components alone would be about nothing
 * afterwards, and shown: they are hidden instead. Returns how many components there were.
 */
export async function removeComponents(
  tx: Queryable,
  place: ComponentsOfPage,
  { before, now }: { readonly before: readonly PageComponentRow[]; readonly now: Date },
): Promise<number> {
  const shown = shownIds(arrangeComponents(before))
  const hidden = before.flatMap(({ id }) => (shown.has(id) ? [] : [id]))
  if (hidden.length > 0) await unpublishIncidents(tx, place, { hidden, now })
  const deleted = await deleteComponents(tx, place)
  await forgetComponents(tx, place)
  return deleted
}
