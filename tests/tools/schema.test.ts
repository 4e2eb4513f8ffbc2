import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSchema } from '../../tools/schema/read-schema.ts'
import { schemaFiles } from '../../tools/schema/schema-files.ts'
import { schemaPage } from '../../tools/schema/schema-page.ts'
import { tableTypes } from '../../tools/schema/table-types.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

it('docs/schema.md and the types of tables show what the migrations make; else run "npm run schema"', async () => {
  const files = schemaFiles(await readSchema(database.db()))
  expect(Object.keys(files)).toEqual(['docs/schema.md', 'src/storage/generated/tables.ts'])
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toBe(text)
})

it('a table without an area is named', async () => {
  await database.db().query('create table stray (id integer)')
  const schema = await readSchema(database.db())
  expect(() => schemaPage(schema)).toThrow('Give these tables an area in tools/schema/areas.ts: stray.')
})

it('a column of a type that rows have no value for is named', () => {
  const place = { table: 'stray', name: 'at', type: 'point', required: true, default: null }
  const schema = { columns: [place], constraints: [], indexes: [] }
  expect(() => tableTypes(schema)).toThrow('Say in tools/schema/table-types.ts what a value of stray.at (point) is.')
})
