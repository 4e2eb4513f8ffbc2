import type { DeclaredProperty } from './declared-rows.ts'

/** A property of the rows that a statement returns. */
export interface ReturnedProperty {
  readonly name: string
  /** As `DeclaredProperty` has it. */
  readonly value: string
  /** Whether it is a column that may be null; false for what is computed, of which the description says nothing. */
  readonly mayBeNull: boolean
}

/** How the rows that a statement returns differ from what is declared. A property that nobody declared is no harm. */
export function rowDifferences(
  declared: readonly DeclaredProperty[],
  returned: readonly ReturnedProperty[],
): readonly string[] {
  const found = new Map(returned.map((property) => [property.name, property]))
  return declared.flatMap((property) => {
    const { name, value, acceptsNull, isOptional } = property
    const own = found.get(name)
    if (own === undefined) return isOptional ? [] : [`${name} is not returned`]
    if (!isSame(own.value, value)) return [`${name} is ${own.value}, not ${value}`]
    return own.mayBeNull && !acceptsNull ? [`${name} may be null`] : []
  })
}

const isSame = (returned: string, declared: string): boolean =>
  returned === 'unknown' ||
  declared === 'any' ||
  returned === declared ||
  (returned === 'unknown[]' && declared.endsWith('[]'))
