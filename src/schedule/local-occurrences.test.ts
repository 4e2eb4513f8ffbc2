import { expect, it } from 'vitest'
import { localOccurrences } from './local-occurrences.ts'
import type { WindowTimes } from './occurrences.ts'

const at = (text: string): number => Date.parse(text)
const daily = (startsAt: string, endsAt: string, changes: Partial<WindowTimes> = {}): WindowTimes => ({
  startsAtMs: at(startsAt),
  endsAtMs: at(endsAt),
  timezone: 'Europe/Berlin',
  repeatUnit: 'DAY',
  repeatInterval: null,
  repeatEndsAt: null,
  ...changes,
})
const linesOf = (window: WindowTimes, after: string, limit = 3): string[] =>
  localOccurrences(window, at(after), limit).map(({ localStartsAt, localEndsAt, clockChange, isShifted }) =>
    [localStartsAt, localEndsAt, clockChange, isShifted && 'shifted'].filter(Boolean).join(' '),
  )

it('an occurrence whose time is skipped in spring says where it went, and that clocks changed', () => {
  expect(linesOf(daily('2026-03-27T02:30+01:00', '2026-03-27T03:30+01:00'), '2026-03-28T00:00Z')).toEqual([
    '2026-03-28T02:30:00+01:00 2026-03-28T03:30:00+01:00',
    '2026-03-29T03:30:00+02:00 2026-03-29T04:30:00+02:00 BEFORE shifted',
    '2026-03-30T02:30:00+02:00 2026-03-30T03:30:00+02:00',
  ])
})

it('an occurrence during which clocks go back ends earlier by the clock, and lasts as long as the others', () => {
  const window = daily('2026-10-24T01:30+02:00', '2026-10-24T03:30+02:00')
  expect(linesOf(window, '2026-10-24T12:00Z', 2)).toEqual([
    '2026-10-25T01:30:00+02:00 2026-10-25T02:30:00+01:00 DURING',
    '2026-10-26T01:30:00+01:00 2026-10-26T03:30:00+01:00 BEFORE',
  ])
  const [change] = localOccurrences(window, at('2026-10-24T12:00Z'), 1)
  expect((change?.endsAtMs ?? 0) - (change?.startsAtMs ?? 0)).toBe(2 * 3_600_000)
})

it('the first of a list is compared with the one before it, also after a long cycle', () => {
  const window = daily('2026-01-31T10:00+01:00', '2026-01-31T11:00+01:00', { repeatUnit: 'MONTH', repeatInterval: 2 })
  expect(linesOf(window, '2026-04-02T00:00Z', 2)).toEqual([
    '2026-05-31T10:00:00+02:00 2026-05-31T11:00:00+02:00',
    '2026-07-31T10:00:00+02:00 2026-07-31T11:00:00+02:00',
  ])
  expect(linesOf(window, '2026-03-31T07:30Z', 1)[0]).toBe('2026-03-31T10:00:00+02:00 2026-03-31T11:00:00+02:00 BEFORE')
})

it('a window that takes place once has no occurrence after its end, and no change before it', () => {
  const once = daily('2026-03-29T10:00+02:00', '2026-03-29T11:00+02:00', { repeatUnit: null, timezone: null })
  expect(linesOf(once, '2026-03-01T00:00Z')).toEqual(['2026-03-29T08:00:00+00:00 2026-03-29T09:00:00+00:00'])
  expect(linesOf(once, '2026-03-29T09:00Z')).toEqual([])
})
