import { expect, it } from 'vitest'
import { nextReportAt, reportPeriod } from './report-times.ts'

const weekly = { frequency: 'WEEKLY', weekday: 1, time: '08:00', timeZone: 'Europe/Berlin' } as const
const nextOf = (times: Parameters<typeof nextReportAt>[0], after: string): string =>
  new Date(nextReportAt(times, Date.parse(after))).toISOString()
const periodOf = (...[range, zone, at]: [Parameters<typeof reportPeriod>[0], string, string]) => {
  const { fromMs, toMs, previousFromMs } = reportPeriod(range, zone, Date.parse(at))
  return [previousFromMs, fromMs, toMs].map((ms) => new Date(ms).toISOString())
}

it('a weekly report comes at the same time by the clock before and after clocks change', () => {
  expect(nextOf(weekly, '2026-10-19T06:00:00Z')).toBe('2026-10-26T07:00:00.000Z')
  expect(nextOf(weekly, '2026-10-19T05:59:59Z')).toBe('2026-10-19T06:00:00.000Z')
})

it('a time that clocks skip comes that day once, and one that comes twice is taken once', () => {
  const sunday = { ...weekly, weekday: 7, time: '02:30' }
  expect(nextOf(sunday, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(nextOf(sunday, '2026-03-29T01:30:00Z')).toBe('2026-04-05T00:30:00.000Z')
  expect(nextOf(sunday, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(nextOf(sunday, '2026-10-25T00:30:00Z')).toBe('2026-11-01T01:30:00.000Z')
})

it('a monthly report comes on the first of each month, over the end of a year', () => {
  const monthly = { ...weekly, frequency: 'MONTHLY', weekday: null, timeZone: 'America/New_York' } as const
  expect(nextOf(monthly, '2026-12-01T13:00:00Z')).toBe('2027-01-01T13:00:00.000Z')
  expect(nextOf(monthly, '2026-12-01T12:59:00Z')).toBe('2026-12-01T13:00:00.000Z')
})

it('a report covers whole days of its time zone, and is compared with as many before', () => {
  expect(periodOf('LAST_WEEK', 'Europe/Berlin', '2026-10-26T07:00:00Z')).toEqual([
    '2026-10-11T22:00:00.000Z',
    '2026-10-18T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  expect(periodOf('LAST_MONTH', 'UTC', '2026-03-01T08:00:00Z')).toEqual([
    '2026-01-01T00:00:00.000Z',
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
  expect(periodOf('LAST_7_DAYS', 'Asia/Tokyo', '2026-11-27T18:00:00Z')).toEqual([
    '2026-11-13T15:00:00.000Z',
    '2026-11-20T15:00:00.000Z',
    '2026-11-27T15:00:00.000Z',
  ])
})
