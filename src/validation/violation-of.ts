import type { FormatName, Violation } from '#contract'
import type { ErrorObject } from 'ajv'

type Read = (error: ErrorObject) => Violation

const limit = ({ params }: ErrorObject): { readonly limit: number } => ({ limit: Number(params['limit']) })

/** The rule that each keyword of a schema states; the names are those of the keywords where there is one. */
const violations: { readonly [keyword: string]: Read } = {
  required: () => ({ rule: 'required', parameters: {} }),
  type: ({ params }) => ({ rule: 'type', parameters: { types: typesOf(params['type']) } }),
  enum: ({ params }) => ({ rule: 'enum', parameters: { allowed: listOf(params['allowedValues']) } }),
  const: ({ params }) => ({ rule: 'enum', parameters: { allowed: listOf([params['allowedValue']]) } }),
  discriminator: (error) => ({ rule: 'enum', parameters: { allowed: tagsOf(error) } }),
  minimum: (error) => ({ rule: 'minimum', parameters: limit(error) }),
  maximum: (error) => ({ rule: 'maximum', parameters: limit(error) }),
  exclusiveMinimum: (error) => ({ rule: 'exclusiveMinimum', parameters: limit(error) }),
  exclusiveMaximum: (error) => ({ rule: 'exclusiveMaximum', parameters: limit(error) }),
  multipleOf: ({ params }) => ({ rule: 'multipleOf', parameters: { limit: Number(params['multipleOf']) } }),
  minLength: (error) => ({ rule: 'minLength', parameters: limit(error) }),
  maxLength: (error) => ({ rule: 'maxLength', parameters: limit(error) }),
  minItems: (error) => ({ rule: 'minItems', parameters: limit(error) }),
  maxItems: (error) => ({ rule: 'maxItems', parameters: limit(error) }),
  minProperties: (error) => ({ rule: 'minProperties', parameters: limit(error) }),
  maxProperties: (error) => ({ rule: 'maxProperties', parameters: limit(error) }),
  uniqueItems: () => ({ rule: 'uniqueItems', parameters: {} }),
  format: ({ params }) => ({ rule: 'format', parameters: { format: formatOf(params['format']) } }),
  pattern: ({ params, parentSchema }) => ({
    rule: 'pattern',
    parameters: { pattern: String(params['pattern']), expected: expectedBy(parentSchema) },
  }),
  nearNames: ({ params }) => ({ rule: 'unknownName', parameters: { suggestion: textOrNull(params['meant']) } }),
}

/** The rule that a value violates, for programs. Unions, which have no separate rule, count as `anyOf`. */
export const violationOf = (error: ErrorObject): Violation =>
  violations[error.keyword]?.(error) ?? { rule: 'anyOf', parameters: {} }

const typesOf = (type: unknown): string[] => (Array.isArray(type) ? type.map(String) : String(type).split(','))

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

type Scalar = string | number | boolean | null
const listOf = (values: unknown): Scalar[] => (Array.isArray(values) ? values.map(scalarOf) : [])
/** The schemas of the contract list no objects. */
const scalarOf = (value: unknown): Scalar =>
  value === null || ['number', 'boolean', 'string'].includes(typeof value) ? (value as Scalar) : JSON.stringify(value)

/** The cast is safe because the schemas of the contract use no other formats, as a test of the interface shows. */
const formatOf = (format: unknown): FormatName => String(format) as FormatName

const expectedBy = (schema: ErrorObject['parentSchema']): string | null =>
  schema?.['x-rule'] === undefined ? null : String(schema['x-rule'])

/** The values of the discriminator that the variants of a union know. */
export function tagsOf({ parentSchema, params }: Pick<ErrorObject, 'parentSchema' | 'params'>): string[] {
  const variants: unknown = parentSchema?.['oneOf']
  if (!Array.isArray(variants)) return []
  return variants.flatMap((variant: { properties?: Record<string, { const?: unknown; enum?: unknown[] }> }) => {
    const tag = variant.properties?.[String(params['tag'])]
    return tag === undefined ? [] : (tag.enum ?? [tag.const]).map(String)
  })
}
