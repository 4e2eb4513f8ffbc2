import type { TSchema } from 'typebox'

/** The media type of a JSON merge patch (RFC 7396). */
export const mergePatchType = 'application/merge-patch+json'

/** A merge patch of T: every field is optional, null removes, lists are replaced completely. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null }
    : T

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Applies a patch to a value (RFC 7396, section 2). Mutates neither. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch
  const merged = new Map(isFields(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

interface Rules {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly oneOf?: readonly TSchema[]
  readonly anyOf?: readonly TSchema[]
  readonly discriminator?: { readonly propertyName: string }
}

const variantsOf = ({ oneOf, anyOf }: Rules): readonly TSchema[] => oneOf ?? anyOf ?? []

/** The fields of an object schema; of a union those of all its variants. */
export function fieldsOfSchema(schema: TSchema): Readonly<Record<string, TSchema>> {
  const rules: Rules = schema
  return Object.assign({}, ...variantsOf(rules).map(fieldsOfSchema), rules.properties)
}

/** The discriminator of a union; undefined for other schemas. */
export const discriminatorOf = (schema: TSchema): string | undefined => (schema as Rules).discriminator?.propertyName

export function acceptsNull(schema: TSchema): boolean {
  const rules: Rules = schema
  if (variantsOf(rules).some(acceptsNull)) return true
  return rules.type === undefined ? rules.const === null : [rules.type].flat().includes('null')
}

/** The same object schema with none of its own fields required except the discriminator. */
export function partialSchema(schema: TSchema): TSchema {
  const { oneOf, ...rules }: Rules = schema
  const tag = discriminatorOf(schema)
  const withRequired = (part: TSchema): TSchema => ({ ...part, required: tag === undefined ? [] : [tag] })
  return oneOf ? ({ ...rules, oneOf: oneOf.map(withRequired) } as TSchema) : withRequired(schema)
}

/**
 * The schema of the patches of an object: its fields, none required, each of them null or a patch in turn. The patched
 * resource is validated by the complete schema.
 */
export function mergePatchSchema(schema: TSchema): TSchema {
  const variants = [schema, ...variantsOf(schema)].flatMap((part) => Object.entries((part as Rules).properties ?? {}))
  const fields = [...Map.groupBy(variants, ([name]) => name)].map(([name, entries]) => [
    name,
    patchOfVariants(entries.map(([, field]) => field)),
  ])
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(fields) } as TSchema
}

/** A field that differs between variants is validated by its type alone. */
function patchOfVariants(fields: readonly TSchema[]): TSchema {
  const [field = {}] = fields
  if (new Set(fields.map((other) => JSON.stringify(other))).size === 1) return patchOfField(field)
  const { type = 'object' }: Rules = field
  return { type: [type, 'null'].flat(), ...(type === 'object' && { additionalProperties: true }) } as TSchema
}

function patchOfField(schema: TSchema): TSchema {
  const rules: Rules = schema
  if ('readOnly' in schema) return schema
  const fields = fieldsOfSchema(schema)
  if (Object.keys(fields).length > 0)
    return { ...mergePatchSchema(schema), type: variantsOf(rules).length > 0 ? unionType(schema) : ['object', 'null'] }
  return withNull(schema)
}

/** A union of an object and plain values, such as FALLBACK, is validated with the complete resource. */
const unionType = (schema: TSchema): string[] =>
  variantsOf(schema).some((variant) => (variant as Rules).const !== undefined)
    ? ['object', 'string', 'null']
    : ['object', 'null']

function withNull(schema: TSchema): TSchema {
  const rules: Rules = schema
  if (acceptsNull(schema)) return schema
  if (rules.type === undefined || rules.const !== undefined) return { anyOf: [schema, { type: 'null' }] } as TSchema
  return {
    ...schema,
    ...(rules.enum && { enum: [...rules.enum, null] }),
    type: [rules.type, 'null'].flat(),
  } as TSchema
}
