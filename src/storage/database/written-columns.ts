import { columnOf } from './records.ts'

const listed = (properties: readonly string[]): string => properties.map(columnOf).join(', ')

const assigned = (properties: readonly string[], first: number): string[] =>
  properties.map((property, index) => `${columnOf(property)} = $${first + index}`)

/** Inserts one row with the values of these properties, in their order. */
export const insertOf = (table: string, properties: readonly string[]): string =>
  `insert into ${table} (${listed(properties)}) values (${properties.map((_, index) => `$${index + 1}`).join(', ')})`

/** Updates the row of a key: its values come first, those of the other properties behind them. */
export const updateOf = (table: string, key: readonly string[], properties: readonly string[]): string =>
  `update ${table} set ${assigned(properties, key.length + 1).join(', ')} where ${assigned(key, 1).join(' and ')}`

/** The values of these properties, in their order. */
export const valuesOf = <Property extends string>(
  record: Readonly<Record<Property, unknown>>,
  properties: readonly Property[],
): unknown[] => properties.map((property) => record[property])
