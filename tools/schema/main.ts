import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase, startEmbeddedPostgres } from '#storage'
import { readSchema } from './read-schema.ts'
import { schemaPage } from './schema-page.ts'

const page = join(import.meta.dirname, '../../docs/schema.md')
const dataDir = mkdtempSync(join(tmpdir(), 'belfry-schema-'))
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: false } })
const database = openDatabase({ connection: server.connection })
try {
  await migrate(database)
  writeFileSync(page, schemaPage(await readSchema(database)))
  process.stdout.write('docs/schema.md\n')
} finally {
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
