import { describe, expect, test } from 'vitest'
import { hourMs } from './durations.ts'
import { parseInstant } from './instant.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')

describe('parseInstant', () => {
  test.each([
    ['1772366400', noon],
    ['1772366400.25', noon + 250],
    ['2026-03-01T12:00:00Z', noon],
    ['2026-03-01T12:00:00.000Z', noon],
    ['2026-03-01T13:00:00+01:00', noon],
    ['2026-03-01T12:00', noon],
    ['2026-03-01', noon - 12 * hourMs],
    ['0', 0],
  ])('reads %s', (text, ms) => {
    expect(parseInstant('from', text)).toBe(ms)
  })

  test.each(['', 'yesterday', '-5', '1772366400000', '2026-13-01', '2026-03-01T25:00:00Z', '1e9', '99999-01-01'])(
    'rejects %s by the name of its parameter',
    (text) => {
      const problems = [{ path: 'from', rule: 'format', parameters: { format: 'instant' } }]
      expect(() => parseInstant('from', text)).toThrow(expect.objectContaining({ problems }))
      expect(() => parseInstant('from', text)).toThrow('from')
    },
  )
})
