import { writeSync } from 'node:fs'
import { openDatabase } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'

/**
 * A program for tests: starts the server on the directory given as argument and inserts rows one by one. Each line it
 * prints is the number of a row whose commit was acknowledged. SIGTERM ends it in an orderly way.
 */
async function insertAcknowledgedRows(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ connection: server.connection, maxConnections: 1 })
  let stopping = false
  process.once('SIGTERM', () => (stopping = true))
  await database.query('create table if not exists acknowledged (n bigint generated always as identity primary key)')
  while (!stopping) {
    const rows = await database.rows<{ n: number }>('insert into acknowledged default values returning n')
    writeSync(1, `${rows[0]?.n}\n`)
  }
  await database.close()
  await server.stop()
}

try {
  await insertAcknowledgedRows(process.argv[2] ?? '')
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
