import { expect, it } from 'vitest'
import { assertionSources } from '#contract'
import type { AssertionSource, AssertionSourceName } from '#contract'
import { assertionGrammar, withChange } from './assertion-grammar.ts'
import type { Grammar } from './assertion-grammar.ts'

const sorted = (values: readonly string[]): string[] => values.toSorted()

const ofContract = ({ property, required, comparisons, regex, byProperty }: AssertionSource) => ({
  property: typeof property === 'string' ? property : sorted(property),
  isRequired: required === true,
  hasRegex: regex === true,
  comparisons: sorted(comparisons),
  byProperty: Object.fromEntries(
    Object.entries(byProperty ?? {}).map(([name, value]) => [name, [sorted(value.comparisons), value.targets]]),
  ),
})
const ofForms = ({ property, isRequired, comparisons, hasRegex, byProperty }: Grammar) =>
  ofContract({
    property,
    required: isRequired === true,
    comparisons,
    regex: hasRegex === true,
    value: 'text',
    byProperty: Object.fromEntries(
      Object.entries(byProperty ?? {}).map(([name, value]) => [name, { ...value, value: 'text' }]),
    ),
  })

it.each(Object.entries(assertionSources) as [AssertionSourceName, AssertionSource][])(
  'forms offer what the service takes of %s',
  (name, source) => {
    expect(ofForms(assertionGrammar[name])).toEqual(ofContract(source))
  },
)

const header = { source: 'HEADERS', property: 'etag', comparison: 'HAS_KEY', target: 'a', regex: 'b' }

it('another source leaves nothing behind that it does not take', () => {
  expect(withChange(header, { source: 'STATUS_CODE' })).toEqual({
    source: 'STATUS_CODE',
    property: '',
    comparison: 'HAS_KEY',
    target: 'a',
    regex: null,
  })
  expect(withChange(header, { source: 'LATENCY' })).toMatchObject({ property: 'avg', comparison: 'EQUALS' })
})

it('another property takes its first comparison and target when it does not know those that are chosen', () => {
  const days = { source: 'CERTIFICATE', property: 'daysUntilExpiry', comparison: 'GREATER_THAN', target: '14' }
  expect(withChange(days, { property: 'selfSigned' })).toMatchObject({ comparison: 'EQUALS', target: 'true' })
  expect(withChange(days, { property: 'keySizeBits' })).toMatchObject({ comparison: 'GREATER_THAN', target: '14' })
})

it('a comparison without a target has none', () => {
  expect(withChange(header, { comparison: 'IS_EMPTY' })).toEqual({ ...header, comparison: 'IS_EMPTY', target: '' })
})
