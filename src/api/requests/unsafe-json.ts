import type { Problem } from '#validation'

/** Deeper than any schema. */
export const depthMax = 64

export const tooDeep: Problem = {
  path: '',
  rule: 'maxDepth',
  parameters: { limit: depthMax },
  message: `must not be nested deeper than ${depthMax} levels`,
}
const unstorable: Problem = {
  path: '',
  rule: 'storableText',
  parameters: {},
  message: 'must not contain the character U+0000 or half a surrogate pair',
}
const tooLarge: Problem = {
  path: '',
  rule: 'range',
  parameters: { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
  message: 'must be a number between -1.8e308 and 1.8e308',
}

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Returns what makes a parsed JSON value impossible to store, or undefined: nesting deeper than any schema needs,
 * strings that PostgreSQL cannot store (a NUL character, half a surrogate pair), numbers outside the range of a double.
 * Allocates nothing for valid values.
 */
export const findUnsafePart = (root: unknown): Problem | undefined => findUnsafe(root, 1)

function findUnsafe(value: unknown, depth: number): Problem | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable
  // The only way to write an infinite number in JSON is one beyond the range.
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : tooLarge
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > depthMax) return tooDeep
  return Array.isArray(value) ? findUnsafeItem(value, depth) : findUnsafeField(value, depth)
}

function findUnsafeItem(items: readonly unknown[], depth: number): Problem | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const found = findUnsafe(items[index], depth + 1)
    if (found) return { ...found, path: `[${index}]${separated(found.path)}` }
  }
  return undefined
}

function findUnsafeField(fields: object, depth: number): Problem | undefined {
  // Parsed JSON inherits no enumerable properties.
  for (const name in fields) {
    if (!isStorable(name)) return unstorable
    const found = findUnsafe(Reflect.get(fields, name), depth + 1)
    if (found) return { ...found, path: `${name.slice(0, maxNameLength)}${separated(found.path)}` }
  }
  return undefined
}

const maxNameLength = 100

const separated = (path: string): string => (path === '' || path.startsWith('[') ? path : `.${path}`)
