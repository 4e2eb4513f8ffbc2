import { assertionSources } from '#contract'
import type { AssertionSource, AssertionSourceName, PropertyValue } from '#contract'
import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from './cannot-evaluate.ts'

/** The kind of value that a source has at a property: for some sources it depends on the property. */
export function propertyValue(source: AssertionSourceName, property: string): PropertyValue {
  const row: AssertionSource = assertionSources[source]
  return new Map(Object.entries(row.byProperty ?? {})).get(property) ?? row
}

/**
 * A string as it is compared: its place where values have an order, bare digits where they are hexadecimal. Throws
 * CannotEvaluate for a string that has no place.
 */
export function comparableText({ isOrdered, isHexadecimal, targets = [] }: PropertyValue, text: string): string {
  if (isHexadecimal)
    return text
      .replaceAll(/[:\s]/g, '')
      .toLowerCase()
      .replace(/^0+(?=.)/, '')
  if (!isOrdered) return text
  const place = targets.indexOf(text)
  if (place === -1)
    throw new CannotEvaluate(writeReason('NONE_OF', { text: text.slice(0, 100), list: targets.join(', ') }))
  return String(place)
}
