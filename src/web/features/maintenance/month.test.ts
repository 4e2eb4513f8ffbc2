import { expect, it } from 'vitest'
import { byDay, dayByKey, isChosen, isMonth, localDay, monthAfter, timesOfDays, weeksOf } from './month.ts'

it('a month has the weeks from Monday to Sunday in which it has days', () => {
  const weeks = weeksOf('2026-02-01')
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([5, '2026-01-26', '2026-03-01'])
  expect(weeksOf('2027-02-01')).toHaveLength(4)
  expect(weeksOf('2026-08-01')).toHaveLength(6)
  expect([monthAfter('2026-12-01', 1), monthAfter('2026-01-01', -1)]).toEqual(['2027-01-01', '2025-12-01'])
  expect(['2026-12-01', '2026-13-01', '2026-12-02', undefined].map(isMonth)).toEqual([true, false, false, false])
})

it('what takes place over several days is on each of them, and not on the day at whose midnight it ends', () => {
  const at = (day: number, hour: number): string => new Date(2026, 11, day, hour).toISOString()
  const long = { startsAt: at(1, 22), endsAt: at(4, 0) }
  const none = { startsAt: at(2, 0), endsAt: at(2, 0) }
  const days = [1, 2, 3, 4].map((day) => localDay(at(day, 12)))
  const found = byDay([long, none], days)
  expect(days.map((day) => found.get(day)?.length ?? 0)).toEqual([1, 2, 1, 0])
})

it('days are chosen in both directions, and become the times of a window', () => {
  const chosen = { from: '2026-12-04', to: '2026-12-02' }
  expect(['2026-12-01', '2026-12-02', '2026-12-04', '2026-12-05'].map((day) => isChosen(chosen, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(timesOfDays(chosen)).toEqual({ start: '2026-12-02T00:00', end: '2026-12-05T00:00' })
  expect(timesOfDays({ from: '2026-12-31', to: '2026-12-31' })).toEqual({
    start: '2026-12-31T02:00',
    end: '2026-12-31T03:00',
  })
})

it.each([
  ['ArrowLeft', '2026-03-30'],
  ['ArrowDown', '2026-04-07'],
  ['Home', '2026-03-30'],
  ['End', '2026-04-05'],
  ['PageUp', '2026-02-28'],
  ['PageDown', '2026-04-30'],
  ['x', null],
])('the key %s leads from the 31st of March to %s', (key, day) => {
  expect(dayByKey('2026-03-31', key)).toBe(day)
})
