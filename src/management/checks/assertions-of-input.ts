import type { Assertion } from '#contract'

type AssertionInput = Pick<Assertion, 'source' | 'comparison'> & Partial<Assertion>

/** Assertions as they are to be stored; a body without any keeps those there are. */
export const assertionsOf = (
  given: readonly AssertionInput[] | undefined,
  current: readonly Assertion[] = [],
): readonly Assertion[] =>
  given?.map(({ source, comparison, property = '', target = '', regex = '' }) => ({
    source,
    comparison,
    property,
    target,
    regex,
  })) ?? current
