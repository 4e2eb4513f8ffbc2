import { migrate } from '#storage/database'
import type { Database } from '#storage/database'
import { migrationsFolder, readRows } from './previous-release.ts'

/** Makes an empty database what the previous release left behind. */
export async function restoreRelease(db: Database): Promise<void> {
  await migrate(db, { directory: migrationsFolder })
  await db.session(async (session) => session.script(readRows()))
}
