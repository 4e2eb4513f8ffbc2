import { describe, expect, test } from 'vitest'
import { hourMs } from '#kernel'
import { limitedRange, openRange } from './time-range.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const rules = { names: ['from', 'to'], nowMs: noon, spanMs: 6 * hourMs, spanText: '6 hours' } as const

describe('limitedRange', () => {
  test('is the last span by default, this very millisecond included', () => {
    expect(limitedRange({}, rules)).toEqual({ fromMs: noon + 1 - 6 * hourMs, toMs: noon + 1 })
  })

  test('an absent end defaults to the maximum span from the other', () => {
    expect(limitedRange({ from: '2026-02-01' }, rules)).toEqual({
      fromMs: Date.parse('2026-02-01'),
      toMs: Date.parse('2026-02-01T06:00:00Z'),
    })
    expect(limitedRange({ to: '2026-02-01' }, rules)).toEqual({
      fromMs: Date.parse('2026-01-31T18:00:00Z'),
      toMs: Date.parse('2026-02-01'),
    })
  })

  test('a longer range is rejected, and so is one that ends before it begins', () => {
    expect(() => limitedRange({ from: '2026-02-01', to: '2026-02-01T06:00:00Z' }, rules)).not.toThrow()
    expect(() => limitedRange({ from: '2026-02-01', to: '2026-02-01T06:00:01Z' }, rules)).toThrow('6 hours')
    expect(() => openRange({ from: '2026-02-02', to: '2026-02-01' }, rules.names)).toThrow('must not be after')
  })
})
