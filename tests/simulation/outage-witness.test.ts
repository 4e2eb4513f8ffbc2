import { expect, it } from 'vitest'
import { countNotifiableOutages, problemsOf } from './outage-witness.ts'
import type { Promised, Interval, SentAlert, Disruption } from './outage-witness.ts'

const promise: Promised = {
  detectMs: 100,
  recoverMs: 50,
  echoMs: 30,
  perDisruptionMs: 20,
  perDelayMs: 5,
  isMuted: false,
  beginsAnew: false,
}
const outage: Interval = { fromMs: 1_000, untilMs: 2_000 }

interface Given {
  readonly outages?: readonly Interval[]
  readonly sentAlerts?: readonly SentAlert[]
  readonly disruptions?: readonly Disruption[]
  readonly isMuted?: boolean
  readonly beginsAnew?: boolean
  readonly clockSteps?: readonly number[]
}

const problemsIn = ({ outages = [outage], sentAlerts = [], ...given }: Given): string[] => {
  const { disruptions = [], clockSteps = [], isMuted = false, beginsAnew = false } = given
  return problemsOf(
    { name: 'it', promise: { ...promise, isMuted, beginsAnew }, outages, sentAlerts },
    { fromMs: 0, untilMs: 5_000, disruptions, clockSteps },
  )
}

const failure = (atMs: number): SentAlert => ({ kind: 'failure', atMs })
const recovery = (atMs: number): SentAlert => ({ kind: 'recovery', atMs })

it.each<[string, Given]>([
  ['an outage whose alert and recovery are sent in time', { sentAlerts: [failure(1_100), recovery(2_050)] }],
  ['an outage that is shorter than the policy needs', { outages: [{ fromMs: 1_000, untilMs: 1_099 }] }],
  [
    'an alert that a run saw before the target came back',
    {
      sentAlerts: [failure(2_029), recovery(2_040)],
      outages: [outage],
      disruptions: [{ fromMs: 1_000, untilMs: 1_990, isLosing: true }],
    },
  ],
  ['silence about a muted check', { isMuted: true }],
  [
    'an alert of a heartbeat that began anew because a clock was followed',
    { beginsAnew: true, clockSteps: [1_050], sentAlerts: [failure(1_120), recovery(2_050)] },
  ],
  [
    'an alert that came late because the service stood still',
    { sentAlerts: [failure(1_400), recovery(2_050)], disruptions: [{ fromMs: 1_050, untilMs: 1_350, isLosing: true }] },
  ],
  [
    'an outage that did not have to be notified yet when the history ended',
    { outages: [{ fromMs: 4_950, untilMs: 9_000 }] },
  ],
  [
    'a second outage before the recovery of the first was sent',
    {
      outages: [
        { fromMs: 1_000, untilMs: 1_500 },
        { fromMs: 1_520, untilMs: 2_000 },
      ],
      sentAlerts: [failure(1_090), recovery(2_049)],
    },
  ],
])('is content with %s', (_what, given) => {
  expect(problemsIn(given)).toEqual([])
})

it.each<[string, Given, string]>([
  [
    'an alert of a target that was never down',
    { outages: [], sentAlerts: [failure(700)] },
    'it: alerted at 700 though its target was up',
  ],
  [
    'an alert long after the target came back',
    { sentAlerts: [failure(1_050), recovery(2_040), failure(2_500), recovery(2_501)] },
    'it: alerted at 2500 though its target was up',
  ],
  ['an outage without a notification', {}, 'it: down since 1000, not alerted by 1100'],
  [
    'an outage that was notified too late',
    { sentAlerts: [failure(1_101), recovery(2_010)] },
    'it: down since 1000, not alerted by 1100',
  ],
  [
    'an outage that was missed although the disruption was over',
    { disruptions: [{ fromMs: 1_050, untilMs: 1_350, isLosing: true }] },
    'it: down since 1000, not alerted by 1420',
  ],
  [
    'an outage of a check that came late because a clock was followed',
    { clockSteps: [1_050], sentAlerts: [failure(1_120), recovery(2_050)] },
    'it: down since 1000, not alerted by 1100',
  ],
  [
    'an outage of a heartbeat that was not alerted although its new period was over',
    { beginsAnew: true, clockSteps: [1_050], sentAlerts: [failure(1_121), recovery(2_050)] },
    'it: down since 1000, not alerted by 1120',
  ],
  [
    'a recovery without a notification',
    { sentAlerts: [failure(1_050)] },
    'it: up since 2000, recovery not notified by 2050',
  ],
  [
    'a recovery that was sent during an outage',
    { sentAlerts: [failure(1_050), recovery(1_060)] },
    'it: down since 1000, not alerted by 1100',
  ],
  [
    'an alert of a muted check',
    { isMuted: true, sentAlerts: [failure(1_050)] },
    'it: notified of a muted check at 1050',
  ],
])('finds %s', (_what, given, problem) => {
  expect(problemsIn(given)).toContain(problem)
})

it('counts the outages that had to be noticed', () => {
  const outages = [outage, { fromMs: 3_000, untilMs: 3_050 }, { fromMs: 3_500, untilMs: 3_700 }]
  const watched = { name: 'it', promise, outages, sentAlerts: [] }
  const disruption = { fromMs: 3_510, untilMs: 3_600, isLosing: false }
  expect(countNotifiableOutages(watched, { fromMs: 0, untilMs: 5_000, disruptions: [], clockSteps: [] })).toBe(2)
  expect(
    countNotifiableOutages(watched, { fromMs: 0, untilMs: 5_000, disruptions: [disruption], clockSteps: [] }),
  ).toBe(2)
  expect(
    countNotifiableOutages(watched, {
      fromMs: 0,
      untilMs: 5_000,
      disruptions: [{ ...disruption, isLosing: true }],
      clockSteps: [],
    }),
  ).toBe(1)
})
