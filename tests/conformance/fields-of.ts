import type { TSchema } from 'typebox'
import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'

interface Rules {
  readonly properties?: Readonly<Record<string, TSchema & { readonly readOnly?: boolean; readonly default?: unknown }>>
  readonly oneOf?: readonly TSchema[]
}

/** The fields the body of an operation may carry, with their defaults. */
export function fieldsOf(id: OperationId): ReadonlyMap<string, unknown> {
  const { body }: OperationRow = operations[id]
  const rules: Rules = body ?? {}
  const variants: readonly Rules[] = [rules, ...(rules.oneOf ?? [])]
  return new Map(
    variants
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([, property]) => !property.readOnly)
      .map(([name, property]) => [name, property.default]),
  )
}
