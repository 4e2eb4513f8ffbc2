import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { intervalOf } from './interval-of-range.ts'

const from = Date.UTC(2026, 10, 24, 13, 7, 11)
const range = (lengthMs: number, fromMs = from) => ({ fromMs, toMs: fromMs + lengthMs })

test('an interval has a length that clocks show, and so many of them cover the range at most', () => {
  const lengths = [hourMs, 4 * hourMs, dayMs, 7 * dayMs, 30 * dayMs].map((length) => intervalOf(range(length), 241))
  expect(lengths).toEqual([15_000, minuteMs, 10 * minuteMs, hourMs, 3 * hourMs])
})

test('no range has more intervals than points, from a millisecond to centuries', () => {
  for (const points of [2, 7, 120, 500])
    for (let lengthMs = 1; lengthMs < 400 * 365 * dayMs; lengthMs *= 7) {
      const { fromMs, toMs } = range(lengthMs)
      const interval = intervalOf({ fromMs, toMs }, points)
      expect(Math.ceil(toMs / interval) - Math.floor(fromMs / interval)).toBeLessThanOrEqual(points)
    }
})

test('where nothing finer than hours is left, an interval has an hour at least', () => {
  expect(intervalOf(range(2 * hourMs), 240, hourMs)).toBe(hourMs)
})
