import { propertyOf } from '#storage/database'
import type { Column, Schema } from './read-schema.ts'

const introduction = `// Written by "npm run schema" from the tables that the migrations make; a test fails while it differs from them.
// One interface for each table: its columns as rows have them.
`

/** What the driver and the parsers of storage make of a value, by the type of its column as PostgreSQL writes it. */
const typesOfValues: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
}

/** The TypeScript file with one interface for each table. Throws for a column of a type that has no row above. */
export function tableTypes({ columns }: Schema): string {
  const interfaces = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) =>
    [
      `export interface ${interfaceOf(table)} {`,
      ...own.map((column) => `  readonly ${propertyOf(column.name)}: ${typeOf(column)}`),
      '}\n',
    ].join('\n'),
  )
  return [introduction, ...interfaces].join('\n')
}

/** `check_alerts` as `CheckAlertsTable`. */
const interfaceOf = (table: string): string => `${table.charAt(0).toUpperCase()}${propertyOf(table).slice(1)}Table`

function typeOf({ table, name, type, required }: Column): string {
  const value = valueOfType(type)
  if (value === undefined)
    throw new Error(`Say in tools/schema/table-types.ts what a value of ${table}.${name} (${type}) is.`)
  return required || value === 'unknown' ? value : `${value} | null`
}

/** The TypeScript type of the values of a PostgreSQL type, null aside; undefined when it is not in the table above. */
export function valueOfType(type: string): string | undefined {
  const item = typesOfValues[type.replace(/\[\]$/, '')]
  return item !== undefined && type.endsWith('[]') ? `${item}[]` : item
}
