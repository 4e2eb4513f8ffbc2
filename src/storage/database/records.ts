import type { QueryArrayResult, QueryResultRow } from 'pg'
import { storableJson } from './storable-json.ts'

type ColumnValues = QueryArrayResult['rows'][number]

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

/** Rows as records with the columns in camelCase, the only place where the names of columns turn into properties. */
export function recordsOf<Row extends QueryResultRow>({ fields, rows }: QueryArrayResult): Row[] {
  if (rows.length === 0) return []
  const properties = fields.map(({ name }) => propertyOf(name))
  const empty = Object.fromEntries(properties.map((property) => [property, null]))
  return rows.map((values) => recordOf<Row>(values, properties, empty))
}

/** Copies of one object share its shape, which is cheaper than adding the properties one by one. */
function recordOf<Row extends QueryResultRow>(
  values: ColumnValues,
  properties: readonly string[],
  empty: Readonly<Record<string, unknown>>,
): Row {
  const record: Record<string, unknown> = { ...empty }
  properties.forEach((property, index) => (record[property] = values[index]))
  return record as Row
}

/** Records as JSON for `jsonb_to_recordset`, whose columns their properties become. Nested values stay as they are. */
export const recordset = (records: readonly object[]): string => storableJson(records.map(withColumns))

const withColumns = (record: object): object =>
  Object.fromEntries(Object.entries(record).map(([property, value]) => [columnOf(property), value]))
