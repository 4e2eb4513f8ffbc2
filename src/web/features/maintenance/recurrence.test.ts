import { describe, expect, it } from 'vitest'
import { recurrence as german } from '../../strings/de/recurrence.ts'
import { recurrence as english } from '../../strings/en/recurrence.ts'
import { recurrenceOf } from './recurrence.ts'
import type { WindowTimes } from './recurrence.ts'

const berlin: WindowTimes = {
  startsAt: '2026-12-01T01:00:00.000Z',
  endsAt: '2026-12-01T02:00:00.000Z',
  timezone: 'Europe/Berlin',
  repeatUnit: null,
  repeatInterval: null,
  repeatEndsAt: null,
}
const inEnglish = (changes: Partial<WindowTimes>): string => english(recurrenceOf({ ...berlin, ...changes }, 'en-GB'))
const inGerman = (changes: Partial<WindowTimes>): string => german(recurrenceOf({ ...berlin, ...changes }, 'de-DE'))

const of31st = { startsAt: '2027-01-31T09:00:00.000Z', endsAt: '2027-01-31T10:00:00.000Z' }

describe('when a window takes place, in words', () => {
  it.each<[Partial<WindowTimes>, string, string]>([
    [
      {},
      'Once on Tuesday, 1 December 2026, 02:00–03:00, Europe/Berlin',
      'Einmalig am Dienstag, 1. Dezember 2026, 02:00–03:00 Uhr, Europe/Berlin',
    ],
    [{ repeatUnit: 'DAY' }, 'Every day, 02:00–03:00, Europe/Berlin', 'Täglich, 02:00–03:00 Uhr, Europe/Berlin'],
    [
      { repeatUnit: 'DAY', repeatInterval: 2 },
      'Every second day, 02:00–03:00, Europe/Berlin',
      'Jeden zweiten Tag, 02:00–03:00 Uhr, Europe/Berlin',
    ],
    [
      { repeatUnit: 'DAY', repeatInterval: 10, timezone: null },
      'Every 10 days, 01:00–02:00, UTC',
      'Alle 10 Tage, 01:00–02:00 Uhr, UTC',
    ],
    [
      { repeatUnit: 'WEEK', repeatInterval: 1 },
      'Every Tuesday, 02:00–03:00, Europe/Berlin',
      'Jeden Dienstag, 02:00–03:00 Uhr, Europe/Berlin',
    ],
    [
      { repeatUnit: 'WEEK', repeatInterval: 2 },
      'Every second Tuesday, 02:00–03:00, Europe/Berlin',
      'Jeden zweiten Dienstag, 02:00–03:00 Uhr, Europe/Berlin',
    ],
    [
      { repeatUnit: 'WEEK', repeatInterval: 3, repeatEndsAt: '2027-06-30T00:00:00.000Z' },
      'Every 3 weeks on Tuesday, 02:00–03:00, Europe/Berlin, until 30 June 2027',
      'Alle 3 Wochen am Dienstag, 02:00–03:00 Uhr, Europe/Berlin, bis 30. Juni 2027',
    ],
    [
      { repeatUnit: 'MONTH' },
      'Every month on the 1st, 02:00–03:00, Europe/Berlin',
      'Monatlich am 1., 02:00–03:00 Uhr, Europe/Berlin',
    ],
    [
      { ...of31st, repeatUnit: 'MONTH' },
      'Every month on the 31st (in shorter months on the last day), 10:00–11:00, Europe/Berlin',
      'Monatlich am 31. (in kürzeren Monaten am letzten Tag), 10:00–11:00 Uhr, Europe/Berlin',
    ],
    [
      { ...of31st, repeatUnit: 'MONTH', repeatInterval: 3 },
      'Every 3 months on the 31st (in shorter months on the last day), 10:00–11:00, Europe/Berlin',
      'Alle 3 Monate am 31. (in kürzeren Monaten am letzten Tag), 10:00–11:00 Uhr, Europe/Berlin',
    ],
    [
      { startsAt: '2026-12-04T21:00:00.000Z', endsAt: '2026-12-07T05:00:00.000Z', repeatUnit: 'WEEK' },
      'Every Friday, 22:00 to 06:00 3 days later, Europe/Berlin',
      'Jeden Freitag, 22:00 bis 06:00 Uhr 3 Tage später, Europe/Berlin',
    ],
    [
      { startsAt: '2026-12-04T22:30:00.000Z', endsAt: '2026-12-04T23:30:00.000Z' },
      'Once on Friday, 4 December 2026, 23:30 to 00:30 the next day, Europe/Berlin',
      'Einmalig am Freitag, 4. Dezember 2026, 23:30 bis 00:30 Uhr am Folgetag, Europe/Berlin',
    ],
  ])('%o', (changes, inWords, inGermanWords) => {
    expect([inEnglish(changes), inGerman(changes)]).toEqual([inWords, inGermanWords])
  })

  it('the day is that of the zone of the window, not of UTC', () => {
    const late = {
      startsAt: '2026-12-01T23:30:00.000Z',
      endsAt: '2026-12-02T00:30:00.000Z',
      repeatUnit: 'WEEK',
    } as const
    expect(inEnglish(late)).toBe('Every Wednesday, 00:30–01:30, Europe/Berlin')
  })

  it('a window that repeats ends by the clock of other days, where it began on one with a change of clocks', () => {
    const spring = {
      startsAt: '2026-03-29T00:30:00.000Z',
      endsAt: '2026-03-29T01:30:00.000Z',
      repeatUnit: 'DAY',
    } as const
    expect(inEnglish(spring)).toBe('Every day, 01:30–02:30, Europe/Berlin')
    expect(inEnglish({ ...spring, repeatUnit: null })).toMatch(/01:30–03:30/)
  })

  it.each([
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [22, '22nd'],
    [29, '29th (in shorter months on the last day)'],
  ])('the day %i of a month is the %s', (day, words) => {
    const at = `2027-01-${String(day).padStart(2, '0')}T09:00:00.000Z`
    const facts = { startsAt: at, endsAt: at.replace('T09', 'T10'), repeatUnit: 'MONTH' } as const
    expect(inEnglish(facts)).toBe(`Every month on the ${words}, 10:00–11:00, Europe/Berlin`)
  })
})
