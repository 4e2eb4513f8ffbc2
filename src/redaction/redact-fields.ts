import { redactionMark } from './redact.ts'
import { redactText } from './redact-text.ts'
import { isSecretName, isSecretParameter } from './secret-names.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether a field of an object holds a credential: by its name, or as the `value` of a header, a parameter or a variable
 * that is locked, secret, or has the name of a credential as its `key`.
 */
export const isSecretField = (name: string, { key, locked, secret }: Fields): boolean =>
  name === 'value' && (typeof key === 'string' || locked !== undefined)
    ? locked === true || secret === true || isSecretParameter(String(key))
    : isSecretName(name)

/**
 * A JSON-like value without credentials, as it may be logged, exported or announced: texts of secret fields become
 * asterisks, others go through `redactText`.
 */
export function redactFields(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(redactFields)
  return isFields(value) ? redactedObject(value) : value
}

/** Dates, errors and the like are left to anyone who writes them. */
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value))

export const redactedObject = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, item]) => [name, redactedField(name, item, fields)]))

function redactedField(name: string, item: unknown, fields: Fields): unknown {
  if (!isSecretField(name, fields)) return redactFields(item)
  if (typeof item === 'string') return item === '' ? item : redactionMark
  return Array.isArray(item) && item.every((part) => typeof part === 'string')
    ? item.map(() => redactionMark)
    : redactFields(item)
}
