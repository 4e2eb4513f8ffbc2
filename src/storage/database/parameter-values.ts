import type { Values } from './queryable.ts'

/**
 * Parameters as the driver sends them, with arrays and times written here: the driver does the same in five times the
 * time, element by element and in the zone of the process. Dates that have no ISO 8601 form of four digits a year, and
 * whatever else is no array, are left to the driver.
 */
export const parameterValues = (values: Values): unknown[] => values.map(parameterValue)

function parameterValue(value: unknown): unknown {
  if (Array.isArray(value)) return arrayText(value)
  return value instanceof Date ? (timeText(value) ?? value) : value
}

/** `{a,"b c",NULL}`, see "Array Input and Output Syntax" of the manual of PostgreSQL; null when the driver has to write it. */
function arrayText(values: readonly unknown[]): unknown {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    const element = elementText(values[index])
    if (element === null) return values
    text += index === 0 ? element : `,${element}`
  }
  return `${text}}`
}

function elementText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'undefined':
      return 'NULL'
    default:
      return objectText(value)
  }
}

function objectText(value: unknown): string | null {
  if (value === null) return 'NULL'
  if (value instanceof Date) return timeText(value)
  return Buffer.isBuffer(value) ? String.raw`\\x` + value.toString('hex') : null
}

const plain = /^[\w./:@+-]+$/
const special = /["\\]/g

function quoted(text: string): string {
  if (plain.test(text)) return text.length === 4 && text.toUpperCase() === 'NULL' ? `"${text}"` : text
  return `"${text.replaceAll(special, String.raw`\$&`)}"`
}

const [firstTime, lastTime] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Null for a time of other years, and for none. */
const timeText = (time: Date): string | null =>
  time.getTime() >= firstTime && time.getTime() <= lastTime ? time.toISOString() : null
