import { describe, expect, test } from 'vitest'
import { limitedRange, openRange, parseInstant } from './time-range.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const hourMs = 3_600_000
const rules = { names: ['from', 'to'], nowMs: noon, spanMs: 6 * hourMs, spanText: '6 hours' } as const

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
    'refuses %s by the name of its parameter',
    (text) => {
      expect(() => parseInstant('from', text)).toThrow('from')
    },
  )
})

describe('limitedRange', () => {
  test('is the last span by default, this very millisecond included', () => {
    expect(limitedRange({}, rules)).toEqual({ fromMs: noon + 1 - 6 * hourMs, toMs: noon + 1 })
  })

  test('an end that is left out lies a span away from the other', () => {
    expect(limitedRange({ from: '2026-02-01' }, rules)).toEqual({
      fromMs: Date.parse('2026-02-01'),
      toMs: Date.parse('2026-02-01T06:00:00Z'),
    })
    expect(limitedRange({ to: '2026-02-01' }, rules)).toEqual({
      fromMs: Date.parse('2026-01-31T18:00:00Z'),
      toMs: Date.parse('2026-02-01'),
    })
  })

  test('a longer span is refused, and so is one that ends before it begins', () => {
    expect(() => limitedRange({ from: '2026-02-01', to: '2026-02-01T06:00:00Z' }, rules)).not.toThrow()
    expect(() => limitedRange({ from: '2026-02-01', to: '2026-02-01T06:00:01Z' }, rules)).toThrow('6 hours')
    expect(() => openRange({ from: '2026-02-02', to: '2026-02-01' }, rules.names)).toThrow('must not be after')
  })
})
