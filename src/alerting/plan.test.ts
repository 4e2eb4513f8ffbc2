import { describe, expect, it } from 'vitest'
import type { AlertEvent } from './alert-state.ts'
import { plan } from './plan.ts'
import type { ChannelFlags, PlanFacts, Subscription } from './plan.ts'
import { sslAlertEvent } from './ssl-alerts-due.ts'

const anEvent = (changes: Partial<AlertEvent> = {}): AlertEvent => ({
  type: 'ALERT_FAILURE',
  kind: 'failure',
  isAlert: true,
  silence: null,
  from: 'passing',
  to: 'failing',
  notifiedBefore: [],
  since: 0,
  ...changes,
})

const aSubscription = (
  channelId: number,
  flags: Partial<ChannelFlags> = {},
  changes: Partial<Subscription> = {},
): Subscription => ({
  channelId,
  level: 'check',
  activated: true,
  flags: {
    sendFailure: true,
    sendDegraded: false,
    sendRecovery: true,
    sslExpiry: false,
    sslExpiryThreshold: 30,
    ...flags,
  },
  ...changes,
})

const facts = (changes: Partial<PlanFacts> = {}): PlanFacts => ({
  event: anEvent(),
  silence: null,
  subscriptions: [aSubscription(1)],
  ...changes,
})

const degraded = anEvent({ type: 'ALERT_DEGRADED', kind: 'degraded', to: 'degraded' })
const recovery = (notifiedBefore: AlertEvent['notifiedBefore']): AlertEvent =>
  anEvent({ type: 'ALERT_RECOVERY', kind: 'recovery', from: 'failing', to: 'passing', notifiedBefore })

describe('plan', () => {
  it('notifies every subscribed channel', () => {
    expect(plan(facts({ subscriptions: [aSubscription(1), aSubscription(2)] }))).toEqual([
      { channelId: 1, silence: null },
      { channelId: 2, silence: null },
    ])
  })

  it('plans nothing for a pass after a pass', () => {
    const event = anEvent({ type: 'NO_ALERT', kind: null, isAlert: false })
    expect(plan(facts({ event, silence: 'CHECK_MUTED' }))).toEqual([])
  })

  it.each([
    ['the event', { event: anEvent({ isAlert: false, silence: 'BELOW_THRESHOLD' }) }, 'BELOW_THRESHOLD'],
    ['a muted check', { silence: 'CHECK_MUTED' }, 'CHECK_MUTED'],
    ['maintenance', { silence: 'SILENCED_BY_MAINTENANCE' }, 'SILENCED_BY_MAINTENANCE'],
    ['the lack of channels', { subscriptions: [] }, 'NO_CHANNEL'],
  ] as const)('gives one row with the reason when %s silences everything', (_, changes, silence) => {
    expect(plan(facts(changes))).toEqual([{ channelId: null, silence }])
  })

  it.each([
    ['failure', anEvent(), { sendFailure: false }],
    ['degraded', degraded, { sendDegraded: false }],
    ['recovery', recovery(['failure']), { sendRecovery: false }],
    ['ssl', sslAlertEvent('passing'), { sslExpiry: false }],
  ] as const)('asks the flag of the channel for the kind %s', (_, event, off) => {
    const on = { sendFailure: true, sendDegraded: true, sendRecovery: true, sslExpiry: true }
    const subscriptions = [aSubscription(1, on), aSubscription(2, { ...on, ...off })]
    expect(plan(facts({ event, subscriptions }))).toEqual([
      { channelId: 1, silence: null },
      { channelId: 2, silence: 'CHANNEL_FLAG_OFF' },
    ])
  })

  it('does not notify a channel without degradations of the recovery from one', () => {
    const subscriptions = [aSubscription(1, { sendDegraded: true }), aSubscription(2)]
    expect(plan(facts({ event: recovery(['degraded']), subscriptions }))).toEqual([
      { channelId: 1, silence: null },
      { channelId: 2, silence: 'NEVER_NOTIFIED' },
    ])
    expect(plan(facts({ event: recovery(['failure', 'degraded']), subscriptions }))[1]?.silence).toBeNull()
  })

  it('notifies a channel with recoveries only that a failure is over', () => {
    const subscriptions = [aSubscription(1, { sendFailure: false })]
    expect(plan(facts({ event: recovery(['failure']), subscriptions }))).toEqual([{ channelId: 1, silence: null }])
  })

  it('notifies a channel once when check and group are both subscribed', () => {
    const subscriptions = [aSubscription(1, {}, { level: 'group' }), aSubscription(1)]
    expect(plan(facts({ subscriptions }))).toEqual([{ channelId: 1, silence: null }])
  })

  it.each([false, true])('lets the subscription of the check win, in any order (check activated: %s)', (activated) => {
    const both = [aSubscription(1, {}, { activated }), aSubscription(1, {}, { level: 'group', activated: !activated })]
    const expected = [{ channelId: 1, silence: activated ? null : 'SUBSCRIPTION_INACTIVE' }]
    expect(plan(facts({ subscriptions: both }))).toEqual(expected)
    expect(plan(facts({ subscriptions: both.toReversed() }))).toEqual(expected)
  })
})
