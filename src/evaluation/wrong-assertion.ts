import { assertionSources, descriptorOf } from '#contract'
import type { Assertion, AssertionSourceName, CheckType } from '#contract'

/** No server answers with it. */
const unusedStatus = '599'

/**
 * An assertion that no run of a type fulfils, on the first of its sources that is a number: a status nobody answers
 * with, else less than zero of what is never negative. Null for types without such a source.
 */
export function wrongAssertion(checkType: CheckType): Assertion | null {
  const source = descriptorOf(checkType).sources.find((name) => assertionSources[name].value === 'number')
  if (source === undefined) return null
  const expected =
    source === 'STATUS_CODE'
      ? ({ comparison: 'EQUALS', target: unusedStatus } as const)
      : ({ comparison: 'LESS_THAN', target: '0' } as const)
  return { source, property: firstPropertyOf(source), ...expected, regex: null }
}

function firstPropertyOf(source: AssertionSourceName): string {
  const { property } = assertionSources[source]
  return typeof property === 'string' ? '' : property[0]
}
