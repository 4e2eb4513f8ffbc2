import type { FuncKeywordDefinition } from 'ajv'

const keyword = 'emptyWhenNull'

/**
 * The Ajv keyword that turns null into an empty list, in place. Clients written in Go send null for an empty list, and
 * on update null clears.
 */
export const emptyWhenNull: FuncKeywordDefinition = {
  keyword,
  type: 'object',
  schemaType: 'array',
  modifying: true,
  errors: false,
  before: 'properties',
  validate: (names: readonly string[], value: Record<string, unknown>): boolean => {
    for (const name of names) if (value[name] === null) value[name] = []
    return true
  },
}

/**
 * Adds the keyword for the optional lists of an object schema; lists that accept null keep it, because it has a meaning
 * of its own there.
 */
export function withNullLists(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema
  if (properties === null || typeof properties !== 'object') return schema
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const names = Object.entries(properties)
    .filter(([name, property]) => !needed.includes(name) && isPlainList(property))
    .map(([name]) => name)
  return names.length === 0 ? schema : { ...schema, [keyword]: names }
}

const isPlainList = (property: unknown): boolean =>
  property !== null && typeof property === 'object' && 'type' in property && property.type === 'array'
