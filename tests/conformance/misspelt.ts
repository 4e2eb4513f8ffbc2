import { distance } from 'fastest-levenshtein'
import type { TSchema } from 'typebox'
import { exampleOf } from './example-of.ts'
import type { Rules } from './example-of.ts'

/** A value with one name more, which is nearly spelled as another one beside it. */
export interface Misspelt {
  readonly value: unknown
  /** Of the wrong name, as problems have it. */
  readonly path: string
}

/**
 * Values of a schema that each have one misspelt name, at every level that has names: in each variant of a union, in the
 * first item of each list. The other fields are those of `fitting`, or the smallest that fit.
 */
export function misspeltValues(schema: TSchema, fitting: unknown, path = ''): Misspelt[] {
  const rules: Rules & { readonly additionalProperties?: unknown; readonly readOnly?: boolean } = schema
  const variants = rules.oneOf ?? rules.anyOf
  if (variants) return variants.flatMap((variant) => misspeltValues(variant, exampleOf(variant), path))
  if (rules.items)
    return misspeltValues(rules.items, Object(fitting)[0] ?? exampleOf(rules.items), `${path}[0]`).map(asList)
  if (!rules.properties || rules.additionalProperties === true) return []
  const names = Object.keys(rules.properties)
  const wrong = misspelt(names)
  const here = wrong === null ? [] : [{ value: { ...Object(fitting), [wrong]: null }, path: joined(path, wrong) }]
  const deeper = Object.entries(rules.properties).flatMap(([name, property]) =>
    misspeltValues(property, Object(fitting)[name] ?? exampleOf(property), joined(path, name)).map((inner) => ({
      value: { ...Object(fitting), [name]: inner.value },
      path: inner.path,
    })),
  )
  return [...here, ...deeper]
}

const asList = ({ value, path }: Misspelt): Misspelt => ({ value: [value], path })
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The longest of some names without its last letter but one; null without names. */
export function misspelt(names: readonly string[]): string | null {
  const [longest] = names.toSorted((a, b) => b.length - a.length)
  if (longest === undefined) return null
  const wrong = longest.length < 4 ? `${longest}x` : `${longest.slice(0, -2)}${longest.slice(-1)}`
  return names.every((name) => distance(name, wrong) > 0) ? wrong : `${wrong}x`
}
