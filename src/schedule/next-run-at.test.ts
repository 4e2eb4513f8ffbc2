import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { intervalMs } from './interval-ms.ts'
import { nextRunAt, planWhileFailing } from './next-run-at.ts'
import type { ScheduledCheck } from './next-run-at.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const offsetOf = (frequency: number): fc.Arbitrary<number | null> => {
  if (frequency === 0) return fc.constantFrom(10, 20, 30)
  const highest = frequency <= 60 ? frequency * 10 : Math.ceil(frequency / 60)
  return fc.option(fc.integer({ min: 1, max: highest }))
}

const schedules: fc.Arbitrary<ScheduledCheck> = fc
  .constantFrom(0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440)
  .chain((frequency) =>
    fc.record({ checkId: fc.uuid(), frequency: fc.constant(frequency), frequencyOffset: offsetOf(frequency) }),
  )
const moments = fc.integer({ min: 0, max: 4_000_000_000_000 })

const manyChecks = (settings: Omit<ScheduledCheck, 'checkId'>): readonly number[] =>
  Array.from({ length: 10_000 }, (_, index) => nextRunAt({ ...settings, checkId: `check-${index}` }, NOW) - NOW)

const countPerSecond = (times: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const time of times) counts.set(Math.floor(time / 1000), (counts.get(Math.floor(time / 1000)) ?? 0) + 1)
  return counts
}

describe('intervalMs', () => {
  it.each([
    [0, 10, 10_000],
    [0, 30, 30_000],
    [0, null, 30_000],
    [1, 5, minuteMs],
    [1440, null, dayMs],
  ])('of frequency %s and offset %s is %s ms', (frequency, frequencyOffset, expected) => {
    expect(intervalMs({ frequency, frequencyOffset })).toBe(expected)
  })
})

describe('nextRunAt', () => {
  it('lies after the given moment and within one interval of it', () => {
    fc.assert(
      fc.property(schedules, moments, (check, after) => {
        const next = nextRunAt(check, after)
        expect(next).toBeGreaterThan(after)
        expect(next - after).toBeLessThanOrEqual(intervalMs(check))
        expect(Number.isInteger(next)).toBe(true)
      }),
    )
  })

  it('repeats exactly one interval later', () => {
    fc.assert(
      fc.property(schedules, moments, (check, after) => {
        const next = nextRunAt(check, after)
        expect(nextRunAt(check, next)).toBe(next + intervalMs(check))
      }),
    )
  })

  it('keeps its phase whenever it is computed, so a restart changes nothing', () => {
    fc.assert(
      fc.property(schedules, moments, moments, (check, one, other) => {
        const interval = intervalMs(check)
        expect(nextRunAt(check, one) % interval).toBe(nextRunAt(check, other) % interval)
      }),
    )
  })

  it('names the same slot from every moment before it', () => {
    fc.assert(
      fc.property(schedules, moments, fc.double({ min: 0, max: 1, noNaN: true }), (check, after, share) => {
        const next = nextRunAt(check, after)
        expect(nextRunAt(check, after + Math.floor(share * (next - after - 1)))).toBe(next)
      }),
    )
  })

  it.each([
    { frequency: 1, frequencyOffset: null },
    { frequency: 5, frequencyOffset: null },
    { frequency: 10, frequencyOffset: null },
    { frequency: 0, frequencyOffset: 10 },
    { frequency: 0, frequencyOffset: 30 },
  ])('spreads 10 000 checks of one frequency over all seconds: %o', (settings) => {
    const counts = countPerSecond(manyChecks(settings))
    const seconds = intervalMs(settings) / 1000
    const mean = 10_000 / seconds
    expect(counts.size).toBeGreaterThanOrEqual(seconds)
    expect(Math.max(...counts.values())).toBeLessThan(3 * mean)
  })

  it('spreads checks of one offset over the six seconds of their slot', () => {
    const phases = manyChecks({ frequency: 1, frequencyOffset: 3 }).map((time) => (NOW + time) % minuteMs)
    expect(Math.min(...phases)).toBeGreaterThanOrEqual(18_000)
    expect(Math.max(...phases)).toBeLessThan(24_000)
    expect(countPerSecond(phases).size).toBe(6)
  })

  it('spreads checks of one hourly offset over their hour, and starts anew after the highest offset', () => {
    const phases = manyChecks({ frequency: 120, frequencyOffset: 2 }).map((time) => (NOW + time) % 7_200_000)
    expect(Math.max(...phases)).toBeLessThan(hourMs)
    expect(Math.max(...phases) - Math.min(...phases)).toBeGreaterThan(3_500_000)
  })
})

describe('the plan while failing', () => {
  it('never runs a check less often, and not at all differently where it has none', () => {
    fc.assert(
      fc.property(schedules, fc.constantFrom(10, 20, 30, 60, 120, 300, 600), moments, (check, seconds, at) => {
        const plan = planWhileFailing(check, seconds)
        expect(intervalMs(plan)).toBe(Math.min(intervalMs(check), seconds * 1000))
        expect(nextRunAt(plan, at) - at).toBeLessThanOrEqual(intervalMs(plan))
        expect(planWhileFailing(check, null)).toBe(check)
      }),
    )
  })
})
