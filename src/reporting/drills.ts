import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findDrill } from '#storage/runs'
import type { Store } from '#storage/database'
import type { FoundDrill } from '#storage/runs'

/** A drill of a check. Throws DRILL_NOT_FOUND. */
export async function getDrill(
  { db }: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  key: { readonly checkId: string; readonly id: string },
): Promise<FoundDrill> {
  const drill = await findDrill(db, { accountId, ...key })
  if (drill === null) throw new Fault('DRILL_NOT_FOUND')
  return drill
}
