import { describe, expect, it } from 'vitest'
import { alertTypes } from '#contract'
import { dayMs, hourMs, minuteMs } from '#kernel'
import type { Acknowledgement } from './alert-state.ts'
import { initialAlertState } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import { decideUndelivered } from './decide-undelivered.ts'
import type { UndeliveredFacts } from './decide-undelivered.ts'
import { recheckAtMs } from './release.ts'

const nowMs = 1_800_000_000_000
const decision = (changes: Partial<UndeliveredFacts>) =>
  decideUndelivered({
    nowMs,
    plannedMs: nowMs - hourMs,
    alertType: 'ALERT_FAILURE',
    isActive: true,
    isCovered: false,
    silence: null,
    state: initialAlertState,
    channelPausedUntilMs: null,
    ...changes,
  })
const acknowledged = (kind: Acknowledgement['kind']) => ({
  ...initialAlertState,
  acknowledgement: { kind, atMs: nowMs, by: 'Ada', note: null },
})
const snoozed = (untilMs: number | null): Silence => ({ silence: 'CHECK_SNOOZED', reason: 'SNOOZED', untilMs })

describe('an alert that its channel did not deliver', () => {
  it('goes another way when nothing happened since', () => {
    expect(alertTypes.map((alertType) => decision({ alertType }))).toEqual(alertTypes.map(() => 'SEND'))
  })

  it('is dropped when its check no longer runs, or somebody was notified', () => {
    expect([decision({ isActive: false }), decision({ isCovered: true })]).toEqual(['DROP', 'DROP'])
  })

  it.each([
    ['failure', ['ALERT_FAILURE', 'ALERT_FAILURE_REMAIN', 'ALERT_FAILURE_DEGRADED', 'ALERT_DEGRADED'], 'DROP'],
    ['failure', ['ALERT_RECOVERY', 'ALERT_SSL'], 'SEND'],
    ['degraded', ['ALERT_DEGRADED', 'ALERT_DEGRADED_REMAIN'], 'DROP'],
    ['degraded', ['ALERT_FAILURE', 'ALERT_DEGRADED_FAILURE', 'ALERT_RECOVERY'], 'SEND'],
  ] as const)('after an acknowledged %s, for %j: %s', (kind, types, expected) => {
    const fates = types.map((alertType) => decision({ alertType, state: acknowledged(kind) }))
    expect(fates).toEqual(types.map(() => expected))
  })

  it('waits for the end of a silence, and is looked at meanwhile since a person may end it early', () => {
    expect(decision({ silence: snoozed(nowMs + minuteMs) })).toEqual({ recheckAtMs: nowMs + minuteMs })
    expect(decision({ silence: snoozed(nowMs + dayMs) })).toEqual({ recheckAtMs: nowMs + recheckAtMs })
    expect(decision({ silence: snoozed(nowMs + minuteMs), plannedMs: nowMs - 3 * dayMs })).toEqual({
      recheckAtMs: nowMs + minuteMs,
    })
  })

  it('waits for no longer than a day for a silence without a known end', () => {
    expect(decision({ silence: snoozed(null) })).toEqual({ recheckAtMs: nowMs + recheckAtMs })
    expect(decision({ silence: snoozed(null), plannedMs: nowMs - dayMs - 1 })).toBe('DROP')
  })

  it('is dropped in a window without a notification at its end', () => {
    const window: Silence = {
      silence: 'SILENCED_BY_MAINTENANCE',
      reason: 'MAINTENANCE',
      untilMs: nowMs + 1,
      isFinal: true,
    }
    expect(decision({ silence: window })).toBe('DROP')
  })

  it('waits while its own channel is paused', () => {
    expect(decision({ channelPausedUntilMs: nowMs + minuteMs })).toEqual({ recheckAtMs: nowMs + minuteMs })
    expect(decision({ channelPausedUntilMs: nowMs })).toBe('SEND')
  })
})
