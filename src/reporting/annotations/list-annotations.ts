import type { SeriesAnnotationResource } from '#contract'
import type { Caller } from '#kernel'
import { listAnnotations as listStoredAnnotations } from '#storage/checks'
import type { Store } from '#storage/database'

const mostOfKind = 100

/** The events of a check besides its runs, oldest first; none for a check that the account does not have. */
export async function listAnnotations(
  { db }: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  checkId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SeriesAnnotationResource[]> {
  const span = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const rows = await listStoredAnnotations(db, { accountId, checkId }, span, mostOfKind)
  return rows.map(({ at, until, ...row }) => ({ ...row, at: at.toISOString(), until: until?.toISOString() ?? null }))
}
