import { expect, test } from 'vitest'
import { endOfQuietHours } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const endOf = (hours: Parameters<typeof endOfQuietHours>[0], at: string): string =>
  new Date(endOfQuietHours(hours, Date.parse(at))).toISOString()

test.each([
  ['in the evening', '2026-01-10T21:30:00Z', '2026-01-11T06:00:00.000Z'],
  ['after midnight', '2026-01-11T02:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['at their start', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['at their end', '2026-01-11T06:00:00Z', '2026-01-11T06:00:00.000Z'],
  ['in the day', '2026-01-10T12:00:00Z', '2026-01-10T12:00:00.000Z'],
  ['in summer', '2026-07-11T02:00:00Z', '2026-07-11T05:00:00.000Z'],
  ['in the night in which clocks go forward', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
])('quiet hours past midnight end by the clocks of their time zone: %s', (_, at, end) => {
  expect(endOf([night], at)).toBe(end)
})

test('hours that follow each other end with the last of them, and hours of the whole day end nothing', () => {
  const morning = { from: '07:00', to: '09:00', timeZone: 'Europe/Berlin' }
  expect(endOf([night, morning], '2026-01-10T23:00:00Z')).toBe('2026-01-11T08:00:00.000Z')
  const hour = (count: number): string => `${count}`.padStart(2, '0') + ':00'
  const pieces = Array.from({ length: 20 }, (_, from) => ({ from: hour(from), to: hour(from + 1), timeZone: 'UTC' }))
  expect(endOf(pieces, '2026-01-10T00:00:00Z')).toBe('2026-01-10T20:00:00.000Z')
  const day = { from: '07:00', to: '22:00', timeZone: 'Europe/Berlin' }
  expect(endOf([night, day], '2026-01-10T23:00:00Z')).toBe('2026-01-10T23:00:00.000Z')
  const nightInUtc = { from: '21:00', to: '06:00', timeZone: 'UTC' }
  expect(endOf([nightInUtc, day], '2026-03-25T12:00:00Z'), 'free from 29 March on').toBe('2026-03-25T12:00:00.000Z')
  expect(endOf([{ ...night, to: '22:00' }], '2026-01-10T21:00:00Z')).toBe('2026-01-10T21:00:00.000Z')
})
