import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import { initialAlertState } from './alert-state.ts'
import type { AlertState } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import { plan } from './plan.ts'
import type { Subscription } from './plan.ts'
import { recheckAtMs, release } from './release.ts'
import { rememberNotified } from './remember-notified.ts'

const flags = { sendFailure: true, sendDegraded: true, sendRecovery: true, sslExpiry: false, sslExpiryThreshold: 30 }
const channels = (pauses: readonly (number | null)[]): Subscription[] =>
  pauses.map((pausedUntilMs, index) => ({
    channelId: index + 1,
    level: 'check',
    activated: true,
    pausedUntilMs,
    flags,
  }))

/** A world of one check and two channels, minute by minute: what each channel was sent. */
class Model {
  state: AlertState = initialAlertState
  recheckAtMs: number | null = null
  nowMs = 0
  readonly sent: { channelId: number; kind: string; isDelayed: boolean }[] = []

  step(outcome: Outcome | null, silence: Silence | null, pauses: readonly (number | null)[]): void {
    this.nowMs += minuteMs
    const subscriptions = channels(pauses)
    this.#release(silence, subscriptions)
    if (outcome !== null) this.#run(outcome, silence, subscriptions)
  }

  #release(silence: Silence | null, subscriptions: Subscription[]): void {
    const facts = {
      nowMs: this.nowMs,
      isActive: true,
      pause: null,
      silence,
      subscriptions,
      settings: defaultAlertSettings,
    }
    const { state, notifications } = release(this.state, facts)
    this.state = state
    for (const { event, channelIds } of notifications)
      for (const channelId of channelIds) this.sent.push({ channelId, kind: event.kind ?? '', isDelayed: true })
  }

  #run(outcome: Outcome, silence: Silence | null, subscriptions: Subscription[]): void {
    const isProblem = {
      failingLocations: Number(outcome === 'failed'),
      degradedLocations: Number(outcome === 'degraded'),
    }
    const tick = { outcome, ...isProblem, totalLocations: 1, isParallel: false, atMs: this.nowMs }
    const before = this.state
    const { state, event } = advance(before, { ...tick, settings: defaultAlertSettings })
    const planned = plan({ event, silence: silence?.silence ?? null, subscriptions, memory: before })
    this.state = rememberNotified(before, state, { event, planned, silence, subscriptions, alertId: 'alert' })
    for (const { channelId, silence: reason } of planned)
      if (reason === null && channelId !== null && event.kind)
        this.sent.push({ channelId, kind: event.kind, isDelayed: false })
  }
}

const muted: Silence = { silence: 'CHECK_MUTED', reason: 'MUTED', untilMs: null }
const kindOf = { passed: 'recovery', degraded: 'degraded', failed: 'failure' } as const

describe('the release of what was held back', () => {
  const outcome = fc.constantFrom<(Outcome | null)[]>('passed', 'degraded', 'failed', null)
  const steps = fc.array(fc.tuple(outcome, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 25 })

  it('whatever is silenced and when, each channel ends up knowing how the check stands, and of no recovery twice', () => {
    fc.assert(
      fc.property(steps, (played) => {
        const model = new Model()
        let last: Outcome = 'passed'
        for (const [result, isMuted, isPaused] of played) {
          if (result !== null) last = result
          model.step(result, isMuted ? muted : null, [isPaused ? model.nowMs + 10 * minuteMs : null, null])
        }
        model.step(null, null, [null, null])
        model.step(null, null, [null, null])
        for (const channelId of [1, 2]) {
          const kinds = model.sent.filter((item) => item.channelId === channelId).map(({ kind }) => kind)
          expect(kinds.at(-1) ?? 'recovery').toBe(kindOf[last])
          expect(kinds[0]).not.toBe('recovery')
          expect(kinds.join(' ')).not.toContain('recovery recovery')
        }
        expect(model.sent.filter(({ kind }) => kind === '')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('sends nothing delayed and keeps nothing pending when nothing was ever silenced', () => {
    fc.assert(
      fc.property(fc.array(outcome), (played) => {
        const model = new Model()
        for (const result of played) model.step(result, null, [null, null])
        expect(model.sent.filter(({ isDelayed }) => isDelayed)).toEqual([])
      }),
    )
  })

  it('checks again after a while at the latest when the end of a silence is unknown', () => {
    const model = new Model()
    model.step('failed', muted, [null, null])
    const facts = { nowMs: 0, isActive: true, pause: null, subscriptions: [], settings: defaultAlertSettings }
    expect(release(model.state, { ...facts, silence: muted }).recheckAtMs).toBe(recheckAtMs)
    expect(release(model.state, { ...facts, silence: { ...muted, untilMs: minuteMs } }).recheckAtMs).toBe(minuteMs)
  })

  it('survives being stored as JSON', () => {
    const model = new Model()
    model.step('failed', muted, [null, null])
    expect(JSON.parse(JSON.stringify(model.state))).toEqual(model.state)
  })
})
