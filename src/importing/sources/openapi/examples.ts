import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'
import type { References } from './references.ts'

/** A value as the text of a parameter; null for objects and lists. */
export const plainOf = (value: unknown): string | null => (textIn(value) === '' ? null : textIn(value))

/**
 * The value that a document gives a parameter: its example, the first of several, or the example, default, constant or first choice
 * of its schema. Null where it says none.
 */
export function exampleOf(given: unknown, path: string, references: References): string | null {
  const parameter = references.resolve(given, path)
  if (parameter === null) return null
  const { example, 'x-example': other, examples, schema } = parameter.value
  const own = plainOf(example) ?? plainOf(other) ?? firstOf(examples, parameter.path, references)
  // In Swagger 2 a parameter is its schema.
  return own ?? ofSchema(schema ?? parameter.value, parameter.path, references)
}

function firstOf(examples: unknown, path: string, references: References): string | null {
  const [first] = Object.values(isFields(examples) ? examples : {})
  const example = references.resolve(first, path)
  return plainOf(example?.value['value'])
}

function ofSchema(schema: unknown, path: string, references: References): string | null {
  const found = references.resolve(schema, path)
  if (found === null) return null
  const { example, examples, default: usual, const: constant, enum: choices } = found.value
  const listed: unknown = Array.isArray(examples) ? examples[0] : null
  const chosen: unknown = Array.isArray(choices) ? choices[0] : null
  return [example, listed, usual, constant, chosen].map(plainOf).find((text) => text !== null) ?? null
}
