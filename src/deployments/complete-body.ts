import { fieldsOfSchema, valuesOfOmittedFields } from '#contract'
import type { UpdateRule } from '#contract'
import type { TSchema } from 'typebox'
import type { Payload } from './resource-type.ts'

/**
 * A body in which every field that code can set and does not is reset, because code says all of a resource. `kept` are
 * the fields that code cannot set, or for which an absent field means to leave it.
 */
export function completeBody(
  body: Payload,
  { rule, schema, kept }: { readonly rule: UpdateRule; readonly schema: TSchema; readonly kept: readonly string[] },
): Payload {
  const fields = fieldsOfSchema(schema)
  const omitted = Object.entries(valuesOfOmittedFields(rule)).filter(([name]) => name in fields && !kept.includes(name))
  return { ...Object.fromEntries(omitted), ...body }
}
