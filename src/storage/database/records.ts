import type { EventEmitter } from 'node:events'
import { storableJson } from './storable-json.ts'

const propertyNames = new Map<string, string>()

/** The property that a column is read as: `check_id` as `checkId`. */
export function propertyOf(column: string): string {
  const known = propertyNames.get(column)
  if (known !== undefined) return known
  const property = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  propertyNames.set(column, property)
  return property
}

/** The column that a property is written to: `checkId` to `check_id`. */
export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

interface RowDescription {
  readonly fields: readonly { name: string }[]
}

/**
 * Has a connection return rows as records with the columns in camelCase: the only place where the names of columns turn
 * into properties. The names change before rows are built, so that no row is copied.
 */
export function nameProperties(connection: EventEmitter): void {
  connection.prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = propertyOf(field.name)
  })
}

/** Records as JSON for `jsonb_to_recordset`, whose columns their properties become. Nested values stay as they are. */
export const recordset = (records: readonly object[]): string => storableJson(records.map(withColumns))

const withColumns = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([property, value]) => [columnOf(property), value]))
