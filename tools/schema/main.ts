import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { migrate, openDatabase } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import { readSchema } from './read-schema.ts'
import { schemaFiles } from './schema-files.ts'

const root = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'belfry-schema-'))
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: false } })
const database = openDatabase({ connection: server.connection })
try {
  await migrate(database)
  for (const [path, text] of Object.entries(schemaFiles(await readSchema(database)))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
} finally {
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
