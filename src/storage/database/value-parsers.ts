import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'
import { invariant } from '#kernel'

type Parser = (text: string) => unknown

/** Object ids of PostgreSQL's built-in types (pg_type). */
const oids = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  int8Array: 1016,
  numericArray: 1231,
  dateArray: 1182,
  textArray: 1009,
}

const parseTextArray: Parser = types.getTypeParser(oids.textArray)

const parseNumberArray = (text: string): unknown => {
  const values = parseTextArray(text)
  return Array.isArray(values) ? values.map((value: unknown) => (value === null ? null : Number(value))) : values
}

/** A whole number beyond 2^53 would change silently, so it is an error. */
function parseInteger(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), `the integer ${text} fits a number`)
  return value
}

const parseOtherTime: Parser = types.getTypeParser(oids.timestamptz)
const utcTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** Most sessions are in UTC, whose times are ISO 8601 but for two characters. */
const parseTime = (text: string): unknown =>
  utcTime.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseOtherTime(text)

const parsers = new Map<number, Parser>([
  [oids.int8, parseInteger],
  [oids.numeric, Number],
  [oids.date, (text) => text],
  [oids.timestamptz, parseTime],
  [oids.int8Array, parseNumberArray],
  [oids.numericArray, parseNumberArray],
  [oids.dateArray, parseTextArray],
])

/**
 * How values arrive: `bigint` and `numeric` as number, `timestamptz` as Date, `date` as `YYYY-MM-DD`, the rest as the
 * driver has it. Belongs to one pool and leaves the driver's own table alone.
 */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? types.getTypeParser(oid, format),
}
