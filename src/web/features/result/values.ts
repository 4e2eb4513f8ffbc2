import { objectIn, textIn } from './read-detail.ts'

export interface NamedValue {
  readonly name: string
  readonly value: string
}

const mostValues = 200

/** What is in an object, each value by the path of its name; values that are empty are left out. */
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

const inside = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`)
