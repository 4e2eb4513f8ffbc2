import Type from 'typebox'
import type { Static, TSchema } from 'typebox'

/** A read-only property. Bodies accept and ignore it, so that a response can be changed and sent back. */
export const ReadOnly = () =>
  Type.Optional(Type.Unsafe<unknown>({ readOnly: true, description: 'Read-only: ignored in requests.' }))

/** The read-only properties of one resource, by name. */
export const readOnly = <const N extends readonly string[]>(names: N) => byName(names, ReadOnly())

/** The cast is safe because every name of the list gets the same schema. */
function byName<const N extends readonly string[], S extends TSchema>(names: N, schema: S) {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [K in N[number]]: S }
}

/**
 * The same schema with every `default` removed, at any depth. Update bodies use it: there an absent field keeps its
 * value, and a default would reset it.
 */
export function withoutDefaults(schema: TSchema): TSchema {
  return strip(schema) as TSchema
}

/** The schema of a response: without defaults, which serializers would write where a value is absent. */
export const ResponseSchema = <S extends TSchema>(schema: S) => Type.Unsafe<Static<S>>(withoutDefaults(schema))

const literal = new Set(['enum', 'const', 'required', 'description'])

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strip)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'default')
      .map(([key, value]) => [key, key === 'properties' ? stripEach(value) : literal.has(key) ? value : strip(value)]),
  )
}

/** The keys of `properties` are names of fields, one of which may be called `default`. */
function stripEach(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strip(schema)]))
}
