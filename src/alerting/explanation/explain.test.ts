import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from '../advance.ts'
import { initialAlertState } from '../alert-state.ts'
import type { AlertState } from '../alert-state.ts'
import { plan } from '../plan.ts'
import { summarizeTick } from '../summarize-tick.ts'
import { compact, complete } from './compact.ts'
import type { Derivation } from './derivation.ts'
import { explain } from './explain.ts'
import { outlook } from './outlook.ts'
import { replay, verdictOf } from './replay.ts'

const startMs = Date.parse('2026-03-01T12:00:00Z')
const flags = { sendFailure: true, sendDegraded: false, sendRecovery: true, sslExpiry: false, sslExpiryThreshold: 30 }
const mail = { channelId: 1, level: 'check', activated: true, flags, type: 'EMAIL' } as const
const nameOf = (queue: string): string => `Place ${queue}`

function derivationOf(outcomes: readonly Outcome[], changes: Partial<Derivation> = {}): Derivation {
  const summary = summarizeTick(outcomes) ?? {
    outcome: 'passed',
    failingLocations: 0,
    degradedLocations: 0,
    totalLocations: 0,
  }
  const locations = outcomes.map((outcome, index) => ({ location: String(index + 1), outcome }))
  return {
    atMs: startMs,
    before: initialAlertState,
    tick: { ...summary, id: 't', resultId: 'r', isParallel: outcomes.length > 1, locations },
    settings: { value: defaultAlertSettings, source: 'ACCOUNT' },
    group: null,
    silence: null,
    subscriptions: [mail],
    ...changes,
  }
}
const textsOf = (derivation: Derivation): string[] => explain(derivation, nameOf).map(({ text }) => text)

describe('the sentences of a decision', () => {
  it('name the locations that agreed, those that count for nothing, the attempts and the share that was needed', () => {
    const derivation = derivationOf(['failed', 'passed', 'failed'])
    const shared = { enabled: true, percentage: 70 } as const
    const settings = { ...defaultAlertSettings, parallelRunFailureThreshold: shared }
    const [first, ...others] = derivation.tick.locations
    const lost = { location: '9', outcome: 'unknown' } as const
    const locations = [...(first ? [{ ...first, attempts: 3 }] : []), ...others, lost]
    expect(
      textsOf({
        ...derivation,
        tick: { ...derivation.tick, locations },
        settings: { value: settings, source: 'GROUP' },
        retries: {
          value: { type: 'FIXED', baseBackoffSeconds: 60, sameRegion: true, maxRetries: 2, maxDurationSeconds: 600 },
          source: 'DEFAULT',
        },
        group: 'Shop',
      }),
    ).toEqual([
      'The run failed in 2 of 3 locations: Place 1, Place 3.',
      'Nothing was learned about the target from Place 9, so that does not count.',
      'It was tried 3 times from Place 1.',
      'Failed runs are retried up to 2 times before they count, by default.',
      'The run before it passed.',
      'The alert threshold is 1 failed run, set on the group "Shop".',
      'At least 70 % of the locations must be affected, set on the group "Shop": 2 of 3 were.',
      'Too few locations were affected, so nobody was notified.',
    ])
  })

  it('name who acknowledged a problem, and say that a change between degraded and failing needs no threshold', () => {
    const acknowledgement = { kind: 'failure', atMs: startMs, by: 'Mia', note: null } as const
    const before: AlertState = {
      ...initialAlertState,
      status: 'degraded',
      problemRuns: 4,
      problemSince: startMs - minuteMs,
      acknowledgement,
    }
    expect(textsOf(derivationOf(['failed'], { before })).slice(1)).toEqual([
      '5 runs in a row did not pass, since 2026-03-01 11:59:00 UTC.',
      'A change between degraded and failing needs no threshold.',
      '"Mia" acknowledged the problem at 2026-03-01 12:00:00 UTC, so nobody was notified.',
    ])
  })

  it('say when a time is reached, where the threshold is one', () => {
    const settings = {
      value: { ...defaultAlertSettings, escalationType: 'TIME_BASED' as const },
      source: 'CHECK' as const,
    }
    const failing: AlertState = { ...initialAlertState, status: 'failing', problemRuns: 1, problemSince: startMs }
    const facts = { settings, group: null, isParallel: false }
    expect(outlook(failing, facts).map(({ text }) => text)).toEqual([
      'A run that fails at 2026-03-01 12:05:00 UTC or later becomes an alert.',
      'The next run that passes ends the problem.',
    ])
    expect(outlook(initialAlertState, facts).map(({ text }) => text)).toEqual([
      'An alert follows when the check has failed for 5 minutes.',
    ])
  })
})

describe('a replay', () => {
  const ticks = fc.array(
    fc.array(fc.constantFrom<Outcome>('passed', 'degraded', 'failed'), { minLength: 1, maxLength: 3 }),
    { maxLength: 12 },
  )
  const thresholds = fc.constantFrom(1 as const, 2 as const, 3 as const)

  it('decides as the run did, whatever happened before, and its sentences have no place without a value', () => {
    fc.assert(
      fc.property(ticks, thresholds, fc.boolean(), (runs, failedRunThreshold, isMuted) => {
        const value = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold } }
        const silence = isMuted ? ({ silence: 'CHECK_MUTED', reason: 'MUTED', untilMs: null } as const) : null
        let before: AlertState = initialAlertState
        for (const [index, outcomes] of runs.entries()) {
          const atMs = startMs + index * minuteMs
          const derivation = derivationOf(outcomes, { atMs, before, silence, settings: { value, source: 'CHECK' } })
          const { state, event } = advance(before, { ...derivation.tick, atMs, settings: value })
          const planned = plan({ event, silence: silence?.silence ?? null, subscriptions: [mail], memory: before })
          const stored = complete(JSON.parse(JSON.stringify(compact(derivation))))
          expect(replay(stored).verdict).toEqual(verdictOf(event, planned))
          expect(textsOf(stored).join(' ')).not.toMatch(/[{}]|undefined|null|NaN/)
          before = state
        }
      }),
      { numRuns: 60 },
    )
  })

  it('decides otherwise by other inputs', () => {
    const derivation = derivationOf(['failed'])
    const settings = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold: 2 } } as const
    expect(replay(derivation).verdict).toMatchObject({ isAlert: true, planned: [{ channelId: 1, silence: null }] })
    expect(replay({ ...derivation, settings: { value: settings, source: 'CHECK' } }).verdict.silence).toBe(
      'BELOW_THRESHOLD',
    )
    expect(replay({ ...derivation, subscriptions: [] }).verdict.planned).toEqual([
      { channelId: null, silence: 'NO_CHANNEL' },
    ])
  })
})
