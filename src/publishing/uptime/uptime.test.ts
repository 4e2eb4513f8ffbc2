import { describe, expect, it, test } from 'vitest'
import { incidentInterval } from './incident-interval.ts'
import { cardUptimePercent, downtime, uptimeDays, uptimePercent } from './service-uptime.ts'
import { subtract, union } from '#schedule'
import type { DatedStatus } from './incident-interval.ts'
import type { Interval } from '#schedule'

const at = (time: string): number => Date.parse(`2026-03-01T${time}:00.000Z`)
const span = (from: string, to: string): Interval => ({ startMs: at(from), endMs: at(to) })
const updates = (...pairs: [time: string, status: string][]): DatedStatus[] =>
  pairs.map(([time, status]) => ({ status, atMs: at(time) }))

describe('the time of an incident', () => {
  test.each<[name: string, said: [string, string][], expected: [string, string] | null]>([
    ['open: up to now', [['10:00', 'INVESTIGATING']], ['10:00', '12:00']],
    [
      'resolved: up to the resolution',
      [
        ['10:00', 'INVESTIGATING'],
        ['10:10', 'IDENTIFIED'],
        ['10:30', 'RESOLVED'],
      ],
      ['10:00', '10:30'],
    ],
    [
      'reopened and resolved again: an hour and a half, the pause included',
      [
        ['10:00', 'INVESTIGATING'],
        ['10:30', 'RESOLVED'],
        ['11:00', 'MONITORING'],
        ['11:30', 'RESOLVED'],
      ],
      ['10:00', '11:30'],
    ],
    [
      'reopened and still open: up to now',
      [
        ['10:00', 'INVESTIGATING'],
        ['10:30', 'RESOLVED'],
        ['11:00', 'INVESTIGATING'],
      ],
      ['10:00', '12:00'],
    ],
    [
      'resolved twice: the first closes it',
      [
        ['10:00', 'INVESTIGATING'],
        ['10:30', 'RESOLVED'],
        ['11:00', 'RESOLVED'],
      ],
      ['10:00', '10:30'],
    ],
    ['nothing but resolved: none', [['10:00', 'RESOLVED']], null],
    ['without updates: none', [], null],
    [
      'a resolution before the trouble: from the trouble on',
      [
        ['09:00', 'RESOLVED'],
        ['10:00', 'IDENTIFIED'],
        ['10:20', 'RESOLVED'],
      ],
      ['10:00', '10:20'],
    ],
    [
      'updates out of order: their dates count',
      [
        ['10:30', 'RESOLVED'],
        ['10:00', 'INVESTIGATING'],
      ],
      ['10:00', '10:30'],
    ],
    [
      'a resolution in the future: it has not happened',
      [
        ['10:00', 'INVESTIGATING'],
        ['13:00', 'RESOLVED'],
      ],
      ['10:00', '12:00'],
    ],
    ['an incident in the future: none', [['13:00', 'INVESTIGATING']], null],
    [
      'opened and resolved at one moment: no length',
      [
        ['10:00', 'INVESTIGATING'],
        ['10:00', 'RESOLVED'],
      ],
      ['10:00', '10:00'],
    ],
  ])('%s', (_name, said, expected) => {
    expect(incidentInterval(updates(...said), at('12:00'))).toEqual(expected && span(...expected))
  })
})

describe('uptime', () => {
  const day = span('00:00', '20:00')
  const history = (incidents: Interval[], maintenances: Interval[] = [], unobserved: Interval[] = []) => ({
    incidents,
    maintenances,
    unobserved,
  })

  test.each<[name: string, incidents: Interval[], maintenances: Interval[], percent: number]>([
    ['is whole without incidents', [], [], 100],
    ['loses the time of incidents', [span('10:00', '12:00')], [], 90],
    ['counts a moment of two incidents once', [span('10:00', '12:00'), span('11:00', '13:00')], [], 85],
    ['forgives time within a maintenance', [span('10:00', '12:00')], [span('11:00', '15:00')], 95],
    ['forgives the middle of an incident', [span('10:00', '14:00')], [span('11:00', '12:00')], 85],
    ['forgives a whole incident', [span('10:00', '12:00')], [span('09:00', '13:00')], 100],
    ['gains nothing from a maintenance alone', [], [span('09:00', '13:00')], 100],
    ['counts what lies in its window only', [{ startMs: 0, endMs: at('01:00') }], [], 95],
    ['can be nothing', [{ startMs: 0, endMs: at('23:00') }], [], 0],
  ])('%s', (_name, incidents, maintenances, percent) => {
    expect(uptimePercent(history(incidents, maintenances), day)).toBeCloseTo(percent, 10)
  })

  it.each<[name: string, incidents: Interval[], unobserved: Interval[], percent: unknown]>([
    ['is that of the rest', [span('10:00', '12:00')], [span('00:00', '10:00')], expect.closeTo(80, 10)],
    [
      'knows an incident that was reported',
      [span('10:00', '12:00')],
      [span('02:00', '12:00')],
      expect.closeTo(100 * (10 / 12), 10),
    ],
    ['is unknown when it is all of the time', [], [day], null],
  ])('without the time in which nobody looked %s', (_name, incidents, unobserved, percent) => {
    expect(uptimePercent(history(incidents, [], unobserved), day)).toEqual(percent)
  })

  it('is unknown where nothing was recorded', () => {
    expect(uptimePercent(history([span('10:00', '12:00')]), span('11:00', '11:00'))).toBeNull()
  })

  it('computes when a service was down', () => {
    const down = downtime(history([span('10:00', '14:00')], [span('11:00', '12:00')]), span('10:30', '13:00'))
    expect(down).toEqual([span('10:30', '11:00'), span('12:00', '13:00')])
  })

  it('of a card is the mean of its services', () => {
    expect(cardUptimePercent([100, 90, 95])).toBe(95)
    expect(cardUptimePercent([])).toBeNull()
    expect(cardUptimePercent([null, 90])).toBe(90)
    expect(uptimeDays).toBe(90)
  })
})

describe('intervals', () => {
  it('that touch or overlap become one', () => {
    expect(union([span('10:00', '11:00'), span('09:00', '10:00'), span('10:30', '10:45')])).toEqual([
      span('09:00', '11:00'),
    ])
  })

  it('lose what is taken from them, and never become longer', () => {
    expect(subtract([span('10:00', '12:00')], [span('09:00', '10:30'), span('11:30', '13:00')])).toEqual([
      span('10:30', '11:30'),
    ])
  })

  it('lose to one that reaches over several of them', () => {
    const intervals = [span('09:00', '10:00'), span('11:00', '12:00'), span('13:00', '14:00')]
    expect(subtract(intervals, [span('09:30', '11:30'), span('13:30', '13:40')])).toEqual([
      span('09:00', '09:30'),
      span('11:30', '12:00'),
      span('13:00', '13:30'),
      span('13:40', '14:00'),
    ])
  })

  it('lose as many others as there are in time that grows with their number alone', () => {
    const others = Array.from({ length: 20_000 }, (_, index) => ({ startMs: index * 10, endMs: index * 10 + 5 }))
    expect(subtract([{ startMs: 0, endMs: 200_000 }], others)).toHaveLength(20_000)
  })
})
