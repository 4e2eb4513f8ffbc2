import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { instantOf, laterBy, wallTimeOf } from './wall-time.ts'

it.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', 'skipped in spring: as 03:30'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 'twice in autumn: the first'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 'skipped by half an hour'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z', 'a day that was skipped'],
  ['UTC', '2026-12-01T02:30', '2026-12-01T02:30:00.000Z', 'no change'],
])('a time of clocks in %s, %s, is %s (%s)', (zone, wall, instant) => {
  expect(instantOf(zone, wall)).toBe(instant)
})

it('a time that is not typed completely is none', () => {
  expect(['', '2026-12-01', '2026-13-01T00:00', 'soon'].map((text) => instantOf('Europe/Berlin', text))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

it('agrees with the service about every time in every zone', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const hours = fc.integer({ min: Date.parse('2020-01-01') / 1_800_000, max: Date.parse('2030-01-01') / 1_800_000 })
  fc.assert(
    fc.property(zones, hours, (zone, halfHours) => {
      const wall = new Date(halfHours * 1_800_000).toISOString().slice(0, 16)
      const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' })
      const instant = instantOf(zone, wall) ?? ''
      expect(Date.parse(instant)).toBe(expected.epochMilliseconds)
      expect(wallTimeOf(zone, instant)).toBe(expected.toPlainDateTime().toString().slice(0, 16))
    }),
    { numRuns: 300 },
  )
})

it('an hour later by the clock may be on the next day', () => {
  expect(laterBy('2026-12-31T23:30', 60)).toBe('2027-01-01T00:30')
})
