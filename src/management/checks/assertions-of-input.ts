import type { Assertion } from '#contract'

type AssertionInput = Pick<Assertion, 'source' | 'comparison'> & Partial<Assertion>

/** Assertions as they are stored; none when absent. */
export const assertionsOf = (given: readonly AssertionInput[] = []): readonly Assertion[] =>
  given.map(({ source, comparison, property = '', target = '', regex = '' }) => ({
    source,
    comparison,
    property,
    target,
    regex,
  }))
