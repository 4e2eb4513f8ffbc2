import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EscalationRules } from '#contract'
import { minuteMs } from '#kernel'
import { initialAlertState } from './alert-state.ts'
import type { AlertState } from './alert-state.ts'
import { dueStep, nextStepAt, withEscalation } from './escalation-steps.ts'

const START = Date.parse('2026-03-02T12:00:00.000Z')
const stepAt = (afterMinutes: number, channel: number) => ({ afterMinutes, alertChannelIds: [channel], quietHours: [] })
const policyOf = (rules: Partial<EscalationRules>): EscalationRules & { readonly id: string } => ({
  id: 'policy',
  steps: [stepAt(0, 1), stepAt(5, 2), stepAt(15, 3)],
  repeat: null,
  quietHours: [],
  ...rules,
})
const failing: AlertState = {
  ...initialAlertState,
  status: 'failing',
  problemSince: START,
  failureNotified: true,
  lastNotifiedKind: 'failure',
}
const degraded: AlertState = {
  ...failing,
  status: 'degraded',
  failureNotified: false,
  degradedNotified: true,
  lastNotifiedKind: 'degraded',
}
const alerted = (policy: ReturnType<typeof policyOf>, state = failing, atMs = START): AlertState =>
  withEscalation(state, policy, { kind: state.status === 'failing' ? 'failure' : 'degraded', atMs, alertId: 'alert' })

/** The steps that are sent up to a time, `minutes:channel` each, with `*` behind a repeat. */
function sentUpTo(state: AlertState, policy: EscalationRules | null, untilMinutes: number) {
  let current = state
  const sent: string[] = []
  for (let at = nextStepAt(current); at !== null && at <= START + untilMinutes * minuteMs; at = nextStepAt(current)) {
    const due = dueStep(current, policy, at)
    if (due === null) throw new Error('What is due is decided.')
    current = due.state
    const mark = due.step && due.step.repeat > 0 ? '*' : ''
    if (due.step) sent.push(`${(at - START) / minuteMs}:${due.step.channelIds.join('+')}${mark}`)
  }
  return { sent: sent.join(' '), state: current }
}

describe('the steps of an escalation policy', () => {
  it('come after their waits, once each, and the last one is repeated as often as it says', () => {
    const policy = policyOf({ repeat: { everyMinutes: 10, times: 2 } })
    const { sent, state } = sentUpTo(alerted(policy), policy, 10_000)
    expect(sent).toBe('0:1 5:2 15:3 25:3* 35:3*')
    expect(nextStepAt(state)).toBeNull()
    const endless = policyOf({ steps: [stepAt(5, 1)], repeat: { everyMinutes: 30, times: null } })
    expect(sentUpTo(alerted(endless), endless, 100).sent).toBe('5:1 35:1* 65:1* 95:1*')
  })

  it('stop at an acknowledgement and at a recovery, and wait while notifications are held back', () => {
    const policy = policyOf({})
    const { state } = sentUpTo(alerted(policy), policy, 5)
    const acknowledgement = { kind: 'failure', atMs: START, by: 'Ada', note: 'Looking' } as const
    expect(nextStepAt({ ...state, acknowledgement })).toBeNull()
    expect(nextStepAt({ ...state, status: 'passing' })).toBeNull()
    expect(nextStepAt({ ...state, goodRuns: 1 })).toBeNull()
    expect(nextStepAt({ ...state, hold: { reason: 'MUTED', untilMs: null } })).toBeNull()
    expect(nextStepAt(state)).toBe(START + 15 * minuteMs)
  })

  it('begin again when a degradation that was acknowledged or not becomes a failure, but not the other way', () => {
    const policy = policyOf({})
    const { state } = sentUpTo(alerted(policy, degraded), policy, 5)
    const worse = alerted(
      policy,
      { ...failing, ...(state.escalation && { escalation: state.escalation }) },
      START + 7 * minuteMs,
    )
    expect(sentUpTo(worse, policy, 100).sent).toBe('7:1 12:2 22:3')
    expect(alerted(policy, { ...worse, status: 'degraded' })).toMatchObject({ escalation: worse.escalation })
  })

  it('wait for the end of quiet hours that are for their kind of problem, and keep their distance then', () => {
    const quiet = { from: '13:00', to: '15:00', timeZone: 'Europe/Berlin', kinds: ['DEGRADED' as const] }
    const policy = policyOf({ quietHours: [quiet] })
    expect(sentUpTo(alerted(policy, degraded), policy, 1_000).sent).toBe('120:1 125:2 135:3')
    expect(sentUpTo(alerted(policy), policy, 1_000).sent).toBe('0:1 5:2 15:3')
    const ofStep = policyOf({ steps: [stepAt(0, 1), { ...stepAt(5, 2), quietHours: [quiet] }, stepAt(15, 3)] })
    expect(sentUpTo(alerted(ofStep, degraded), ofStep, 1_000).sent).toBe('0:1 120:2 130:3')
  })

  it('are those of the policy when they are due: none is left without it, and a longer wait counts', () => {
    const policy = policyOf({})
    const { state } = sentUpTo(alerted(policy), policy, 0)
    expect(sentUpTo(state, null, 100).sent).toBe('')
    expect(sentUpTo(state, policyOf({ steps: [stepAt(0, 1), stepAt(30, 4)] }), 100).sent).toBe('30:4')
  })

  it('come in their order and never earlier than their wait, whatever the policy and the delays', () => {
    const hours = fc.record({
      from: fc.constantFrom('00:00', '06:30', '12:30', '22:00'),
      to: fc.constantFrom('01:00', '07:00', '13:00', '23:30'),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
      kinds: fc.constantFrom('FAILURE' as const, 'DEGRADED' as const).map((kind) => [kind]),
    })
    const waits = fc.array(fc.nat({ max: 600 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(
        waits,
        fc.array(hours, { maxLength: 3 }),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.array(fc.nat({ max: 90 }), { minLength: 1 }),
        (minutes, quietHours, times, delays) => {
          const steps = minutes.toSorted((a, b) => a - b).map((wait, index) => stepAt(wait, index + 1))
          const policy = policyOf({ steps, quietHours, repeat: times === null ? null : { everyMinutes: 7, times } })
          let state = alerted(policy)
          let [before, count, isLate] = [START, 0, true]
          for (let next = nextStepAt(state); next !== null; next = nextStepAt(state)) {
            const atMs = next + (isLate ? (delays[count % delays.length] ?? 0) * minuteMs : 0)
            const due = dueStep(state, policy, atMs)
            if (due === null) throw new Error('What is due is decided.')
            state = due.state
            // What comes late into quiet hours is on time at their end.
            isLate = due.step !== null
            if (due.step === null) continue
            expect(atMs).toBeGreaterThanOrEqual(before)
            expect(atMs - START).toBeGreaterThanOrEqual(due.step.minutes * minuteMs)
            expect(due.step.number).toBe(Math.min(count + 1, steps.length))
            before = atMs
            count += 1
          }
          expect(count).toBe(steps.length + (times ?? 0))
        },
      ),
      { numRuns: 100 },
    )
  })
})
