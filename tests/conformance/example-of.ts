import type { TSchema } from 'typebox'

/** The rules of a schema that examples and hostile values use. */
export interface Rules {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly TSchema[]
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
}

const byType: Readonly<Record<string, (rules: Rules) => unknown>> = {
  object: (rules) =>
    Object.fromEntries((rules.required ?? []).map((name) => [name, exampleOf(rules.properties?.[name] ?? {})])),
  array: () => [],
  string: ({ format, minLength = 0 }) =>
    format === 'uuid' ? '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77' : 'example'.padEnd(minLength, 'e'),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum, exclusiveMinimum }) => minimum ?? (exclusiveMinimum ?? 0) + 1,
  boolean: () => true,
  null: () => null,
}

/** The smallest value that fits a schema of the contract, apart from patterns. */
export function exampleOf(schema: TSchema): unknown {
  const rules: Rules = schema
  if (rules.const !== undefined) return rules.const
  if (rules.enum) return rules.enum[0]
  const [variant] = rules.oneOf ?? rules.anyOf ?? []
  if (variant) return exampleOf(variant)
  const type = Array.isArray(rules.type) ? rules.type[0] : rules.type
  return byType[String(type)]?.(rules) ?? null
}

/** A value that differs from the default of a plain field: a box the other way round, another option, another number or text. */
export function otherThanDefault(schema: TSchema): unknown {
  const rules: Rules & { readonly default?: unknown } = schema
  const options = rules.enum?.filter((value) => value !== null && value !== rules.default)
  if (options) return options[1] ?? options[0]
  const type = [rules.type ?? 'boolean'].flat()[0]
  if (type === 'boolean') return rules.default !== true
  return type === 'string' ? 'other words' : Number(rules.default ?? rules.minimum ?? 0) + 1
}

/** Such values of the fields of a body. */
export const othersThanDefaults = (fields: Readonly<Record<string, TSchema>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, otherThanDefault(schema)]))

/**
 * Bodies that each break the schema in one way, made from one that fits: not an object, and a first property of an
 * impossible type.
 */
export function brokenBodies(schema: TSchema, fitting: unknown): readonly { body: unknown; field: string }[] {
  const broken: { body: unknown; field: string }[] = [
    { body: 'text', field: 'body' },
    { body: [], field: 'body' },
  ]
  const rules: Rules = schema
  const variants: Rules[] = [rules, ...(rules.oneOf ?? [])]
  const properties = variants.flatMap(({ properties = {} }) => Object.entries(properties))
  const typed = properties.find(([, property]) => ['string', 'boolean', 'integer', 'object'].includes(typeOf(property)))
  if (!typed) return broken
  const [field, property] = typed
  const wrong = typeOf(property) === 'object' ? 'text' : { wrong: true }
  return [...broken, { body: { ...Object(fitting), [field]: wrong }, field }]
}

const typeOf = (schema: Rules): string => String(schema.type)
