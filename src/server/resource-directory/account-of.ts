import { findAccounts, findOldestAccountId } from '#storage/accounts'
import type { Database } from '#storage/database'
import type { Settings } from '../settings/settings.ts'

export type ApplySettings = Pick<Settings, 'applyDir' | 'applyAccountId' | 'initialAccountId' | 'resourceValues'>

/** The account whose resources the files describe; null when there is none with the id of the settings. */
export async function accountOf(db: Database, settings: ApplySettings): Promise<string | null> {
  const named = settings.applyAccountId ?? settings.initialAccountId
  if (named === null) return findOldestAccountId(db)
  const id = named.toLowerCase()
  const found = await findAccounts(db, [id])
  return found.length > 0 ? id : null
}
