import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '#kernel'
import { calendarDateOf, isCalendarDate, isTimeZone, occurrences, plannedOccurrences } from './occurrences.ts'
import type { WindowTimes } from './occurrences.ts'

const at = (text: string): number => Date.parse(text)

const aWindow = (startsAt: string, endsAt: string, changes: Partial<WindowTimes> = {}): WindowTimes => ({
  startsAtMs: at(startsAt),
  endsAtMs: at(endsAt),
  timezone: null,
  repeatUnit: null,
  repeatInterval: null,
  repeatEndsAt: null,
  ...changes,
})

const startsOf = (window: WindowTimes, after: string, limit: number): string[] =>
  occurrences(window, at(after), limit).map(({ startsAtMs }) => new Date(startsAtMs).toISOString().slice(0, 16))

const berlin = { timezone: 'Europe/Berlin', repeatUnit: 'DAY' } as const

describe('occurrences', () => {
  it('a window without a repeat unit takes place once', () => {
    const once = aWindow('2026-01-01T00:00Z', '2026-01-01T01:00Z')
    expect(startsOf(once, '2020-01-01', 5)).toEqual(['2026-01-01T00:00'])
    expect(startsOf(once, '2026-01-01T01:00Z', 5)).toEqual([])
  })

  it.each([
    ['DAY', 3, ['2026-01-04T00:00', '2026-01-07T00:00']],
    ['WEEK', 2, ['2026-01-15T00:00', '2026-01-29T00:00']],
    ['MONTH', null, ['2026-02-01T00:00', '2026-03-01T00:00']],
  ] as const)('repeats every %s times %s', (repeatUnit, repeatInterval, later) => {
    const window = aWindow('2026-01-01T00:00Z', '2026-01-01T01:00Z', { repeatUnit, repeatInterval })
    expect(startsOf(window, '2025-06-01', 3)).toEqual(['2026-01-01T00:00', ...later])
  })

  it('the 31st is the last day of shorter months, and returns after them', () => {
    const window = aWindow('2028-01-31T10:00Z', '2028-01-31T11:00Z', { repeatUnit: 'MONTH' })
    expect(startsOf(window, '2028-01-01', 5)).toEqual([
      '2028-01-31T10:00',
      '2028-02-29T10:00',
      '2028-03-31T10:00',
      '2028-04-30T10:00',
      '2028-05-31T10:00',
    ])
  })

  it('keeps the local time over a change of daylight saving time', () => {
    const window = aWindow('2026-03-28T22:00+01:00', '2026-03-28T23:00+01:00', berlin)
    expect(startsOf(window, '2026-03-28', 2)).toEqual(['2026-03-28T21:00', '2026-03-29T20:00'])
  })

  it('a local time that is skipped in spring moves on by the gap: 02:30 becomes 03:30', () => {
    const window = aWindow('2026-03-28T02:30+01:00', '2026-03-28T03:00+01:00', berlin)
    expect(startsOf(window, '2026-03-28', 3)).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'])
  })

  it('a local time that occurs twice in autumn is the first', () => {
    const window = aWindow('2026-10-24T02:30+02:00', '2026-10-24T03:00+02:00', berlin)
    expect(startsOf(window, '2026-10-24', 3)).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'])
  })

  it('the other hemisphere and changes of half an hour follow their own rules', () => {
    const window = aWindow('2026-10-03T02:15+10:30', '2026-10-03T02:45+10:30', {
      timezone: 'Australia/Lord_Howe',
      repeatUnit: 'DAY',
    })
    expect(startsOf(window, '2026-10-01', 3)).toEqual(['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15'])
  })

  it('the last day counts in the time zone of the window and is included, and its occurrence runs in full', () => {
    const window = aWindow('2026-01-01T23:30-05:00', '2026-01-02T02:00-05:00', {
      timezone: 'America/New_York',
      repeatUnit: 'DAY',
      repeatEndsAt: '2026-01-03',
    })
    expect(occurrences(window, at('2026-01-03T23:00-05:00'), 5)).toEqual([
      { startsAtMs: at('2026-01-03T23:30-05:00'), endsAtMs: at('2026-01-04T02:00-05:00') },
    ])
    expect(occurrences(window, at('2026-01-04T02:00-05:00'), 5)).toEqual([])
  })

  it('finds the same occurrences from the middle as by counting from the first', () => {
    const units = fc.constantFrom('DAY', 'WEEK', 'MONTH')
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    const hour = hourMs
    const window = fc.record({
      startsAtMs: fc
        .integer({ min: at('2020-01-01') / hour, max: at('2023-01-01') / hour })
        .map((hours) => hours * hour),
      lengthMs: fc.integer({ min: 1, max: 20 }).map((hours) => hours * hour),
      timezone: zones,
      repeatUnit: units,
      repeatInterval: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(window, fc.integer({ min: 0, max: 1500 }), ({ lengthMs, ...times }, days) => {
        const whole = { ...times, endsAtMs: times.startsAtMs + lengthMs, repeatEndsAt: null }
        const after = at('2020-01-01') + days * 24 * hour
        const counted = occurrences(whole, 0, 1600).filter(({ endsAtMs }) => endsAtMs > after)
        expect(occurrences(whole, after, 1)).toEqual(counted.slice(0, 1))
      }),
      { numRuns: 12 },
    )
  })
})

describe('plannedOccurrences', () => {
  const daily = aWindow('2026-01-01T10:00Z', '2026-01-01T11:00Z', { repeatUnit: 'DAY' })
  const planned = (now: string): string[] =>
    plannedOccurrences(daily, at(now)).map(({ startsAtMs }) => new Date(startsAtMs).toISOString().slice(0, 10))

  it('are the one under way and the next', () => {
    expect(planned('2026-01-05T10:30Z')).toEqual(['2026-01-05', '2026-01-06'])
    expect(planned('2026-01-05T11:00Z')).toEqual(['2026-01-06'])
    expect(planned('2025-01-05T11:00Z')).toEqual(['2026-01-01'])
  })

  it('are none once the last is over, and the only one of a window that takes place once', () => {
    const ended = { ...daily, repeatEndsAt: '2026-01-03' }
    expect(plannedOccurrences(ended, at('2026-01-03T11:00Z'))).toEqual([])
    expect(plannedOccurrences({ ...daily, repeatUnit: null }, at('2030-01-01'))).toHaveLength(1)
  })
})

describe('calendar strings', () => {
  it('a calendar date must exist', () => {
    expect(['2026-02-28', '2028-02-29'].every(isCalendarDate)).toBe(true)
    expect(['2026-02-29', '2026-2-1', '2026-13-01', '', '2026-01-01T00:00Z'].some(isCalendarDate)).toBe(false)
  })

  it('a time zone is a name, no offset', () => {
    expect(['UTC', 'Europe/Berlin', 'Etc/GMT+2'].every(isTimeZone)).toBe(true)
    expect(['+02:00', 'Z', '', 'Europe/Nowhere', '../etc', 'a'.repeat(1000)].some(isTimeZone)).toBe(false)
  })

  it('the date of a moment depends on the time zone', () => {
    expect(calendarDateOf(at('2026-01-01T02:00Z'), 'America/New_York')).toBe('2025-12-31')
    expect(calendarDateOf(at('2026-01-01T02:00Z'), null)).toBe('2026-01-01')
  })
})
