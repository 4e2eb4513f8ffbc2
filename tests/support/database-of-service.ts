import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEmbeddedPostgres } from '#embedded-postgres'
import { openDatabase } from '#storage/database'
import type { Database } from '#storage/database'

/** Connects to the embedded database of a service that runs on this data directory. */
export async function openDatabaseOf(dataDir: string): Promise<Database> {
  const connectionString = await findRunningEmbeddedPostgres(dataDir)
  if (connectionString === undefined) throw new Error('The embedded database does not run.')
  return openDatabase({ connectionString, maxConnections: 2 })
}

/** Ends PostgreSQL as a crash does, which empties its unlogged tables. */
export async function killDatabaseOf(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  process.kill(Number.parseInt(await readFile(file, 'utf8')), 'SIGKILL')
}
