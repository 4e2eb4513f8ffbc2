import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, Outcome } from '#contract'
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

describe('the sentences about a degraded check that nobody was notified of', () => {
  const degraded: AlertState = { ...initialAlertState, status: 'degraded', problemRuns: 1, problemSince: startMs }
  const next = (changes: Partial<AlertSettings>): string[] => {
    const settings = { value: { ...defaultAlertSettings, ...changes }, source: 'CHECK' as const }
    return outlook(degraded, { settings, group: null, isParallel: false }).map(({ text }) => text)
  }
  const ends = 'The next run that passes ends the problem.'

  it('say that a failed run needs no threshold, and what degraded ones need', () => {
    const atOnce = 'A run that fails becomes an alert at once.'
    expect(next({ runBasedEscalation: { failedRunThreshold: 3 } })).toEqual([
      atOnce,
      'An alert follows after 2 more degraded runs in a row.',
      ends,
    ])
    expect(next({ runBasedEscalation: { failedRunThreshold: 2 } })).toEqual([
      'The next run that does not pass becomes an alert.',
      ends,
    ])
    expect(next({ escalationType: 'TIME_BASED' })).toEqual([
      atOnce,
      'A run that is degraded at 2026-03-01 12:05:00 UTC or later becomes an alert.',
      ends,
    ])
  })
})

describe('the sentences of a policy over runs', () => {
  const windowed: AlertSettings = { ...defaultAlertSettings, windowBasedEscalation: { failedRunThreshold: 3, runs: 5 } }
  const settings = { value: windowed, source: 'GROUP' } as const
  const facts = { settings, group: 'Shop', isParallel: false }
  const next = (state: AlertState, more: object = {}): string[] =>
    outlook(state, { ...facts, ...more }).map(({ text }) => text)

  it('say how many of the last runs did not pass, the window, and what would be an alert', () => {
    const before: AlertState = { ...initialAlertState, recentRuns: '1010' }
    const derivation = derivationOf(['failed'], { before, settings, group: 'Shop' })
    expect(textsOf(derivation).slice(2)).toEqual([
      '3 of the last 5 runs did not pass; the alert threshold is 3 of 5, set on the group "Shop".',
      'So it became an alert.',
    ])
    expect(textsOf({ ...derivation, before: { ...before, recentRuns: '10' } }).slice(2)).toEqual([
      '2 of the last 5 runs did not pass; the alert threshold is 3 of 5, set on the group "Shop".',
      'The threshold was not reached, so nobody was notified.',
    ])
    expect(next(before)).toEqual([
      '2 of the last 5 runs did not pass; the alert threshold is 3 of 5, set on the group "Shop".',
      'The next run that fails becomes an alert.',
    ])
    expect(next({ ...before, recentRuns: '10000' })).toContain('An alert follows if the next 3 runs fail.')
  })

  it('need the threshold too where a degraded check fails that nobody was told of', () => {
    const before: AlertState = {
      ...initialAlertState,
      status: 'degraded',
      problemRuns: 1,
      problemSince: startMs,
      recentRuns: '1',
    }
    const codes = (state: AlertState) =>
      explain(derivationOf(['failed'], { before: state, settings }), nameOf).map(({ code }) => code)
    expect(codes(before)).toContain('EXPLAIN_THRESHOLD_WINDOW')
    expect(codes({ ...before, degradedNotified: true, lastNotifiedKind: 'degraded' })).toContain(
      'EXPLAIN_THRESHOLD_OVERRIDDEN',
    )
  })

  it('say how many better runs there were, how many end the problem, and that reminders wait for them', () => {
    const reminder = { sequence: 0, lastNotifiedAt: startMs, nextAt: startMs + minuteMs }
    const alerted: AlertState = {
      ...initialAlertState,
      status: 'failing',
      problemRuns: 3,
      problemSince: startMs,
      failureNotified: true,
      lastNotifiedKind: 'failure',
      reminder,
    }
    expect(next(alerted, { limits: { frequencyWhileFailing: 10 } })).toEqual([
      'The next reminder is due at 2026-03-01 12:01:00 UTC.',
      'The problem is over after 3 better runs in a row, set on the group "Shop".',
      'While it is failing it runs every 10 seconds.',
    ])
    expect(next({ ...alerted, goodRuns: 2 })).toEqual([
      'No reminder is sent while the check recovers.',
      '2 of 3 better runs in a row so far; the problem is over after 3, set on the group "Shop".',
      'The next run that passes ends the problem.',
    ])
    const ended = derivationOf(['passed'], { before: { ...alerted, goodRuns: 2 }, settings, group: 'Shop' })
    expect(textsOf(ended)).toContain(
      'An alerted problem is over after 3 better runs in a row, set on the group "Shop".',
    )
    const lessened = derivationOf(['degraded'], { before: { ...alerted, goodRuns: 2 }, settings, group: 'Shop' })
    expect(textsOf(lessened).slice(1, 4)).toEqual([
      'The problem began at 2026-03-01 12:00:00 UTC.',
      'A change between degraded and failing needs no threshold.',
      'An alerted failure becomes a degradation after 3 better runs in a row, set on the group "Shop".',
    ])
  })

  it('name the limit of the last response times where a run is degraded', () => {
    const rollingResponseTime = { statistic: 'P95', runs: 10, degradedResponseTime: 800 } as const
    const sentence = 'A run is degraded too when the 95th percentile of the last 10 response times reaches 800 ms.'
    const limits = { rollingResponseTime }
    expect(textsOf(derivationOf(['degraded'], { limits }))).toContain(sentence)
    expect(textsOf(derivationOf(['failed'], { limits }))).not.toContain(sentence)
  })
})

describe('a replay', () => {
  const ticks = fc.array(
    fc.array(fc.constantFrom<Outcome>('passed', 'degraded', 'failed'), { minLength: 1, maxLength: 3 }),
    { maxLength: 12 },
  )
  const thresholds = fc.constantFrom(1 as const, 2 as const, 3 as const)

  const policies = fc.constantFrom<Partial<AlertSettings>>(
    {},
    { windowBasedEscalation: { failedRunThreshold: 2, runs: 4 } },
    { runBasedRecovery: { passedRunThreshold: 3 } },
    { windowBasedEscalation: { failedRunThreshold: 3, runs: 5 }, runBasedRecovery: { passedRunThreshold: 2 } },
  )

  it('decides as the run did, whatever happened before, and its sentences have no place without a value', () => {
    fc.assert(
      fc.property(ticks, thresholds, policies, fc.boolean(), (runs, failedRunThreshold, policy, isMuted) => {
        const value = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold }, ...policy }
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
          const facts = { settings: { value, source: 'CHECK' as const }, group: null, isParallel: false }
          expect(
            outlook(state, facts)
              .map(({ text }) => text)
              .join(' '),
          ).not.toMatch(/[{}]|undefined|null|NaN/)
          before = state
        }
      }),
      { numRuns: 100 },
    )
  })

  it('decides otherwise by other inputs', () => {
    const derivation = derivationOf(['failed'])
    const settings = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold: 2 } } as const
    expect(replay(derivation).verdict).toMatchObject({ isAlert: true, planned: [{ channelId: 1, silence: null }] })
    expect(replay({ ...derivation, settings: { value: settings, source: 'CHECK' } }).verdict.silence).toBe(
      'BELOW_THRESHOLD',
    )
    const windowed = { ...defaultAlertSettings, windowBasedEscalation: { failedRunThreshold: 2, runs: 3 } }
    const ofWindow = derivationOf(['failed'], {
      before: { ...initialAlertState, recentRuns: '10' },
      settings: { value: windowed, source: 'CHECK' },
    })
    expect(replay(ofWindow).verdict.isAlert).toBe(true)
    expect(replay({ ...ofWindow, before: initialAlertState }).verdict.silence).toBe('BELOW_THRESHOLD')
    expect(replay({ ...derivation, subscriptions: [] }).verdict.planned).toEqual([
      { channelId: null, silence: 'NO_CHANNEL' },
    ])
  })
})
