import { readCopyState, readPublicVersion, recordCopies } from '#storage/status-pages'
import type { CopyState } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { PublicPage } from './public-page.ts'

/** Notes that copies of pages at a place were written, or why they were not. */
export async function noteCopies(
  { db }: Store,
  { target, pages, failure }: { target: string; pages: readonly PublicPage[]; failure: string | null },
  nowMs: number,
): Promise<void> {
  if (pages.length === 0) return
  const noted = pages.map(({ accountId, id }) => ({ accountId, statusPageId: id }))
  await recordCopies(db, { target, pages: noted, at: new Date(nowMs), failure })
}

/** The state of the copies of all public pages at a place. */
export const copyStateOf = ({ db }: Pick<Store, 'db'>, target: string): Promise<CopyState> => readCopyState(db, target)

/** Changes with everything that the pages of an account say of incidents and maintenances, at whatever time it was. */
export const publicVersionOf = ({ db }: Store, { accountId }: PublicPage): Promise<string> =>
  readPublicVersion(db, accountId)
