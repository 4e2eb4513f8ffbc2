import Type from 'typebox'
import { assertionSources, comparisons } from '../assertions.ts'
import type { AssertionSourceName, Comparison } from '../assertions.ts'
import { described } from '../forms/field-edit.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'

export interface Assertion {
  readonly source: AssertionSourceName
  readonly comparison: Comparison
  readonly property: string
  readonly target: string
  readonly regex: string | null
}

/**
 * The assertions a check type takes: its sources and the union of the comparisons they allow. Which comparison fits
 * which source is validated against the grammar by the verb, because only there the message can name both. `properties`
 * narrows the values of `property` where the type takes fewer than the grammar.
 */
export const Assertions = (sources: readonly AssertionSourceName[], properties?: readonly string[]) => {
  const allowed = comparisons.filter((comparison) =>
    sources.some((source) => (assertionSources[source].comparisons as readonly Comparison[]).includes(comparison)),
  )
  const list = Type.Array(
    Strict({
      source: OneOf(sources),
      comparison: OneOf(allowed),
      property: Type.Optional(
        Type.String({ default: '', maxLength: 2048, ...(properties && { enum: [...properties] }) }),
      ),
      target: Type.Optional(Type.String({ default: '', maxLength: 10_000 })),
      regex: Type.Optional(Nullable(Type.String({ maxLength: 2048 }), { default: '' })),
    }),
    { default: [], maxItems: 100 },
  )
  return described(list, { control: 'none' })
}
