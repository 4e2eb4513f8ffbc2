import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#storage/database'
import type { Settings } from '../settings/settings.ts'
import { StartProblem } from './start-problem.ts'

const makeOne = 'The service makes an installation at its first start (npm start).'

/** Throws a `StartProblem` when the data directory has no embedded database or no secret key. Creates nothing. */
export function requireEmbeddedDatabase(settings: Pick<Settings, 'secretKey'>, dataDir: string): void {
  if (!isMissing(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))) return requireSecretKey(settings, dataDir)
  throw new StartProblem(
    `There is no Belfry installation in ${dataDir}. Run this command in the folder the service is started in, set ` +
      'BELFRY_DATA_DIR to its data directory, or set DATABASE_URL to its database if it uses an external database. ' +
      makeOne,
  )
}

/** The same for an external database and the key its secrets were encrypted with. */
export async function requireOwnDatabase(db: Database, settings: Settings, dataDir: string): Promise<void> {
  const [found] = await db.rows<{ found: boolean }>(`select to_regclass('schema_migration') is not null as found`)
  if (found?.found !== true) {
    throw new StartProblem(`The database of DATABASE_URL holds no Belfry installation. Check its name. ${makeOne}`)
  }
  requireSecretKey(settings, dataDir)
}

function requireSecretKey(settings: Pick<Settings, 'secretKey'>, dataDir: string): void {
  if (settings.secretKey !== null || !isMissing(join(dataDir, 'secret-key'))) return
  throw new StartProblem(
    `There is no secret-key in ${dataDir}. Set BELFRY_SECRET_KEY to the key of this installation, or BELFRY_DATA_DIR ` +
      'to the data directory of the first start, which holds it.',
  )
}

/** A file that cannot be accessed is not missing: opening it reports the reason. */
function isMissing(file: string): boolean {
  try {
    statSync(file)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  }
}
