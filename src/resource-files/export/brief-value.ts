import { isFields } from '#contract'
import type { JsonSchema } from '../kinds.ts'

/** Objects that are written out, because their parts are read together. */
const whole: ReadonlySet<string> = new Set(['alertSettings', 'retryStrategy', 'heartbeat', 'themeColors'])

/** A value without the fields that its schema lacks, and without those that have their default anyway. */
export function briefValue(schema: JsonSchema, value: unknown): unknown {
  const { properties, items, anyOf } = schema
  if (Array.isArray(value)) return isFields(items) ? value.map((item) => briefValue(items, item)) : value
  if (!isFields(value)) return value
  if (isFields(properties)) return briefFields(schema, properties, value)
  const option = Array.isArray(anyOf) ? anyOf.find((one) => isFields(one) && isFields(one['properties'])) : undefined
  return isFields(option) ? briefValue(option, value) : value
}

function briefFields({ required }: JsonSchema, properties: JsonSchema, value: JsonSchema): JsonSchema {
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (!isFields(field) || value[name] === undefined) return []
      const brief = whole.has(name) ? value[name] : briefValue(field, value[name])
      const isLeftOut = !isRequired(name) && (isDefault(field, value[name], name) || isDefault(field, brief, name))
      return isLeftOut ? [] : [[name, brief]]
    }),
  )
}

/** Null for retries means that there are none. */
function isDefault({ default: usual }: JsonSchema, value: unknown, name: string): boolean {
  const isEmpty = isFields(value) && Object.keys(value).length === 0
  if (usual !== undefined) return isSame(usual, value) || (usual === null && isEmpty)
  if (value === null) return name !== 'retryStrategy'
  return isEmpty || (Array.isArray(value) && value.length === 0)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length && names.every((name) => isSame(Object(one)[name], Object(other)[name]))
}
