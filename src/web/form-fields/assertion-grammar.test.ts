import { expect, it } from 'vitest'
import { withChange } from './assertion-grammar.ts'

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
