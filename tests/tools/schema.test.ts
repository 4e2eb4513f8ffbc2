import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSchema } from '../../tools/schema/read-schema.ts'
import { schemaPage } from '../../tools/schema/schema-page.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

it('docs/schema.md shows the tables that the migrations make; else run "npm run schema"', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/schema.md'), 'utf8')
  expect(page).toBe(schemaPage(await readSchema(database.db())))
})

it('a table without an area is named', async () => {
  await database.db().query('create table stray (id integer)')
  const schema = await readSchema(database.db())
  expect(() => schemaPage(schema)).toThrow('Give these tables an area in tools/schema/areas.ts: stray.')
})
