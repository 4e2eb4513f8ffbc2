import Type from 'typebox'
import type { Static, TSchema } from 'typebox'

/**
 * A value that may be null on the wire. Written as `type: [x, 'null']` where the schema has one plain type, because
 * validators then report one mistake instead of three and serializers need not try the variants of a union.
 */
export const Nullable = <S extends TSchema>(schema: S, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Static<S> | null>(withNull(schema, options))

function withNull(schema: TSchema, options: Record<string, unknown>): TSchema {
  const rules: { type?: unknown; enum?: readonly unknown[] } = schema
  if (Array.isArray(rules.type) && rules.type.includes('null')) return { ...schema, ...options }
  const isPlain = typeof rules.type === 'string' && !('const' in schema || 'oneOf' in schema || 'anyOf' in schema)
  if (!isPlain) return Type.Union([schema, Type.Null()], options)
  const members = rules.enum ? { enum: [...rules.enum, null] } : {}
  return { ...schema, ...members, type: [rules.type, 'null'], ...options }
}

/** A string enum. */
export const OneOf = <const V extends readonly string[]>(values: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })

/** A number enum. */
export const OneOfNumbers = <const V extends readonly number[]>(values: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<V[number]>({ type: 'number', enum: values, ...options })

/** An object whose unknown properties are rejected, so that a misspelled name is reported instead of ignored. */
export const Strict = <P extends Record<string, TSchema>>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/**
 * A union with a discriminator. Written as `oneOf` with an OpenAPI discriminator because Ajv then reports the mistakes
 * of the chosen branch only. Every variant has to require the property.
 */
export const Discriminated = <const V extends readonly TSchema[]>(property: string, variants: V) =>
  Type.Unsafe<Static<V[number]>>({
    type: 'object',
    discriminator: { propertyName: property },
    oneOf: [...variants],
  })

export const Uuid = (options: Record<string, unknown> = {}) => Type.String({ format: 'uuid', ...options })
/** ISO 8601 instant, for example `2026-01-31T12:00:00.000Z`. */
export const DateTime = (options: Record<string, unknown> = {}) => Type.String({ format: 'date-time', ...options })
/** A date of the API. Responses hold full timestamps, which every reader of dates accepts. */
export const CalendarDate = (options: Record<string, unknown> = {}) => Type.String(options)
export const AnyObject = (options: Record<string, unknown> = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })

/**
 * Fills absent properties from the `default` of their schema, also inside given objects. Only create verbs call
 * this: on update an absent field keeps its value.
 */
export function withDefaults<S extends TSchema>(schema: S, input: unknown): Static<S> {
  return fill(schema, input) as Static<S>
}

function fill(schema: TSchema, input: unknown): unknown {
  const rules = schema as { default?: unknown; properties?: Record<string, TSchema>; items?: TSchema }
  if (input === undefined) return rules.default === undefined ? undefined : structuredClone(rules.default)
  if (Array.isArray(input) && rules.items) return input.map((item) => fill(rules.items as TSchema, item))
  if (!rules.properties || input === null || typeof input !== 'object') return input
  const filled: Record<string, unknown> = { ...input }
  for (const [name, property] of Object.entries(rules.properties)) {
    const value = fill(property, filled[name])
    if (value !== undefined) filled[name] = value
  }
  return filled
}
