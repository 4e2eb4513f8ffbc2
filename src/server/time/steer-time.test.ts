import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { earliestMs, startingTime, steerTime } from './steer-time.ts'
import type { TimeFacts } from './steer-time.ts'

const nowMs = Date.parse('2026-03-01T12:00:00.000Z')

const facts = (changes: Partial<TimeFacts>): TimeFacts => ({
  nowMs,
  aheadMs: 0,
  steadyMs: Number.POSITIVE_INFINITY,
  databaseAheadMs: 0,
  suspendedMs: 0,
  ...changes,
})

describe('a clock that went forward', () => {
  it.each<[string, Partial<TimeFacts>, boolean]>([
    ['an hour, just now', { aheadMs: -hourMs, steadyMs: minuteMs }, false],
    ['an hour, and was steady for a tenth of it', { aheadMs: -hourMs, steadyMs: 6 * minuteMs }, true],
    ['ten seconds, and was steady for 29 seconds', { aheadMs: -10_000, steadyMs: 29_000 }, false],
    ['ten seconds, and was steady for 30 seconds', { aheadMs: -10_000, steadyMs: 30_000 }, true],
    ['a month, and was steady for a day', { aheadMs: -30 * dayMs, steadyMs: dayMs }, true],
    ['70 years, and was steady for a year', { aheadMs: -70 * 365 * dayMs, steadyMs: 365 * dayMs }, false],
    [
      'an hour, which the database does not confirm',
      { aheadMs: -hourMs, steadyMs: dayMs, databaseAheadMs: -hourMs },
      false,
    ],
    ['an hour, while the database is away', { aheadMs: -hourMs, steadyMs: dayMs, databaseAheadMs: null }, false],
    ['as long as the machine was suspended', { aheadMs: -hourMs, steadyMs: 0, suspendedMs: hourMs + 900 }, true],
    ['from a time before this program existed', { aheadMs: -56 * 365 * dayMs, nowMs: earliestMs - 1 }, true],
  ])('%s: followed or not', (_what, changes, isFollowed) => {
    expect(steerTime(facts(changes))).toEqual({ followClock: isFollowed, mayApproach: false })
  })
})

describe('a clock that went back', () => {
  it.each<[string, Partial<TimeFacts>, boolean]>([
    ['just now', { aheadMs: hourMs, steadyMs: 29_000 }, false],
    ['and was steady since', { aheadMs: hourMs, steadyMs: 30_000 }, true],
    ['against the clock of the database', { aheadMs: hourMs, steadyMs: dayMs, databaseAheadMs: hourMs }, false],
  ])('%s: approached or not, never followed', (_what, changes, mayApproach) => {
    expect(steerTime(facts(changes))).toEqual({ followClock: false, mayApproach })
  })
})

describe('a process starts', () => {
  it.each<[string, number | null, number]>([
    ['with the clock in a new installation', null, nowMs],
    ['with the clock after a stop of months', nowMs - 200 * dayMs, nowMs],
    ['a little after what was seen last when the clock is behind it', nowMs + hourMs, nowMs + hourMs + 6_000],
    ['with the clock when what was seen last was before this program existed', 0, nowMs],
  ])('%s', (_what, markMs, expected) => {
    expect(startingTime(nowMs, markMs)).toBe(expected)
  })

  it('a little after what was seen last when the clock says 2099', () => {
    expect(startingTime(Date.parse('2099-01-01T00:00:00.000Z'), nowMs)).toBe(nowMs + 6_000)
  })
})
