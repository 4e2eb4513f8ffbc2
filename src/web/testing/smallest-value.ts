import type { TSchema } from 'typebox'

interface Rules {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly TSchema[]
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly format?: string
  readonly minimum?: number
  readonly minLength?: number
}

const instant = '2026-11-26T09:00:00.000Z'
const uuid = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'
/** Many times are plain texts in the contract. */
const timeName = /(At|_at|since|until|from|to)$/

const byType: Readonly<Record<string, (rules: Rules, name: string) => unknown>> = {
  object: ({ required = [], properties = {} }) =>
    Object.fromEntries(required.map((name) => [name, smallestValue(properties[name] ?? {}, name)])),
  array: ({ minItems = 0, items = {} }) => Array.from({ length: minItems }, () => smallestValue(items)),
  string: ({ format, minLength = 0 }, name) => {
    if (format === 'uuid' || name === 'id' || name.endsWith('Id')) return uuid
    if (name === 'url') return 'https://shop.example/'
    return format === 'date-time' || timeName.test(name) ? instant : 'example'.padEnd(minLength, 'e')
  },
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => false,
}

/** The smallest value that fits a schema of the contract: what may be null is null, what may be absent is. */
export function smallestValue(schema: TSchema, name = ''): unknown {
  const rules: Rules = schema
  if (isNullable(rules)) return null
  const [value] = valuesOf(rules)
  if (value !== undefined) return value
  const [variant] = rules.oneOf ?? rules.anyOf ?? []
  if (variant) return smallestValue(variant, name)
  const type = Array.isArray(rules.type) ? rules.type[0] : rules.type
  return byType[String(type)]?.(rules, name) ?? null
}

const valuesOf = ({ const: one, enum: values = one === undefined ? [] : [one] }: Rules): readonly unknown[] => values

const isNullable = ({ type, anyOf = [] }: Rules): boolean =>
  [type].flat().includes('null') || anyOf.some((variant) => (variant as Rules).type === 'null')
