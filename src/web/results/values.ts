import { objectIn, textIn } from './read-detail.ts'

export interface NamedValue {
  readonly name: string
  readonly value: string
}

const mostValues = 200

/** The values of an object, by their paths; empty values are omitted. */
export const valuesOf = (value: unknown): readonly NamedValue[] => valuesAt('', value).slice(0, mostValues)

function valuesAt(name: string, value: unknown): readonly NamedValue[] {
  const text = textIn(value)
  if (text !== null) return text === '' ? [] : [{ name, value: text }]
  if (!Array.isArray(value))
    return Object.entries(objectIn(value)).flatMap(([key, part]) => valuesAt(inside(name, key), part))
  const texts = value.map(textIn)
  if (texts.every((part) => part !== null)) return value.length === 0 ? [] : [{ name, value: texts.join(', ') }]
  return value.flatMap((part: unknown, index) => valuesAt(inside(name, String(index + 1)), part))
}

/** The same names without the parts that all of them begin with, which are returned too. */
export function withoutPrefix(values: readonly NamedValue[]): {
  readonly prefix: string
  readonly values: readonly NamedValue[]
} {
  const [first, ...others] = values.map(({ name }) => name.split('.').slice(0, -1))
  const shared = (first ?? []).findIndex((part, index) => others.some((parts) => parts[index] !== part))
  const prefix = (shared < 0 ? (first ?? []) : (first ?? []).slice(0, shared)).join('.')
  const from = prefix === '' ? 0 : prefix.length + 1
  return { prefix, values: values.map(({ name, value }) => ({ name: name.slice(from), value })) }
}

const inside = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`)
