import type { Schema } from './read-schema.ts'
import { schemaPage } from './schema-page.ts'
import { tableTypes } from './table-types.ts'

/** The files that are written from the tables, by their paths. */
export const schemaFiles = (schema: Schema): Readonly<Record<string, string>> => ({
  'docs/schema.md': schemaPage(schema),
  'src/storage/generated/tables.ts': tableTypes(schema),
})
