import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import { initialAlertState } from './alert-state.ts'
import type { AlertState } from './alert-state.ts'
import { nextReminderAt } from './due-reminder.ts'
import { runsToRecover } from './run-policies.ts'

const START = Date.parse('2026-03-01T15:00:00.000Z')
const outcomes: Readonly<Record<string, Outcome>> = { P: 'passed', D: 'degraded', F: 'failed' }
const eventNames: Readonly<Record<string, string>> = { failure: 'F', degraded: 'D', recovery: 'P' }

const windowOf = (failedRunThreshold: number, runs: number, more: Partial<AlertSettings> = {}): AlertSettings => ({
  ...defaultAlertSettings,
  windowBasedEscalation: { failedRunThreshold, runs },
  ...more,
})
const recoveringAfter = (passedRunThreshold: number, more: Partial<AlertSettings> = {}): AlertSettings => ({
  ...defaultAlertSettings,
  runBasedRecovery: { passedRunThreshold },
  ...more,
})

/** One letter a run; of each the alert that was sent (`-`: none) and the state. A silenced run is a small letter. */
function play(settings: AlertSettings, runs: string, from: AlertState = initialAlertState) {
  let state = from
  const states: AlertState[] = []
  const sent = Array.from(runs, String).map((letter, index) => {
    const outcome = outcomes[letter.toUpperCase()] ?? 'passed'
    const locations = { failingLocations: 1, degradedLocations: 0, totalLocations: 1, isParallel: false }
    const atMs = START + index * minuteMs
    const next = advance(state, { outcome, ...locations, atMs, settings, isSilenced: letter !== letter.toUpperCase() })
    state = next.state
    states.push(state)
    return next.event.isAlert ? (eventNames[next.event.kind ?? ''] ?? '?') : '-'
  })
  return { sent: sent.join(''), state, states }
}

describe('a window of runs', () => {
  it.each([
    ['alerts when 3 of the last 5 runs failed', 'FPFPF', '----F'],
    ['does not alert for less', 'FPPFPPFPP', '---------'],
    ['forgets runs that are too long ago', 'FFPPPF', '------'],
    ['alerts as soon as that many failed', 'FFF', '--F'],
    ['sends one alert of a check that alternates', 'FPFPFPFPFPFPFPFPF', '----F------------'],
    ['recovers after as many passes as no alert can follow', 'FFFPPP', '--F--P'],
    ['counts passes in a row only', 'FFFPPFPPP', '--F-----P'],
    ['begins again after a recovery', 'FFFPPPFF', '--F--P--'],
    ['counts degraded runs, and says what the last one was', 'FDPD', '---D'],
    ['holds back the first alert where a degraded run fails', 'DFPP', '----'],
    ['tells of a degraded check that fails, at once', 'DDDF', '--DF'],
    ['sends nothing where a failing check is degraded now and then', 'FFFDFDF', '--F----'],
    ['tells of a failing check that stays degraded', 'FFFDDD', '--F--D'],
    ['does not count runs in a maintenance window that never notifies', 'fffpFPF', '-------'],
  ])('%s', (_name, runs, sent) => {
    expect(play(windowOf(3, 5), runs).sent).toBe(sent)
  })

  it('replaces the escalation type', () => {
    const settings = windowOf(2, 3, { escalationType: 'TIME_BASED', runBasedEscalation: { failedRunThreshold: 1 } })
    expect(play(settings, 'FF').sent).toBe('-F')
  })

  it('says nothing at the share of locations either, until it is reached', () => {
    const settings = windowOf(2, 3, { parallelRunFailureThreshold: { enabled: true, percentage: 100 } })
    const share = { failingLocations: 1, degradedLocations: 0, totalLocations: 2, isParallel: true } as const
    const tick = (atMs: number, failingLocations: number) =>
      ({ ...share, outcome: 'failed', failingLocations, atMs, settings }) as const
    const below = advance(advance(initialAlertState, tick(START, 1)).state, tick(START + minuteMs, 1))
    expect(below.event.silence).toBe('BELOW_LOCATION_SHARE')
    expect(advance(below.state, tick(START + 2 * minuteMs, 2)).event.isAlert).toBe(true)
  })

  it('sends the failure of a degraded check once the share of locations is reached', () => {
    const settings = windowOf(2, 3, { parallelRunFailureThreshold: { enabled: true, percentage: 100 } })
    const tick = (minute: number, failingLocations: number) =>
      ({
        outcome: failingLocations === 0 ? 'degraded' : 'failed',
        failingLocations,
        degradedLocations: 2 - failingLocations,
        totalLocations: 2,
        isParallel: true,
        atMs: START + minute * minuteMs,
        settings,
      }) as const
    const degraded = advance(advance(initialAlertState, tick(0, 0)).state, tick(1, 0))
    expect(degraded.event).toMatchObject({ kind: 'degraded', isAlert: true })
    const below = advance(degraded.state, tick(2, 1))
    expect(below.event.silence).toBe('BELOW_LOCATION_SHARE')
    expect(advance(below.state, tick(3, 2)).event).toMatchObject({ kind: 'failure', isAlert: true })
  })

  it('follows the last run with the state until it alerts, and stays failing after that until it is over', () => {
    const { states } = play(windowOf(3, 5), 'FPFPFPFPPP')
    const expected = ['failing', 'passing', 'failing', 'passing', 'failing', 'failing', 'failing', 'failing', 'failing']
    expect(states.map(({ status }) => status)).toEqual([...expected, 'passing'])
  })

  it('remembers no more than its runs, and nothing once all of them passed', () => {
    const { states } = play(windowOf(3, 5), 'FPPPPPP')
    expect(states.map(({ recentRuns }) => recentRuns)).toEqual([
      '1',
      '10',
      '100',
      '1000',
      '10000',
      undefined,
      undefined,
    ])
    expect(states[6]).toBe(states[5])
    expect(play(windowOf(3, 5), 'PP').state).toBe(initialAlertState)
  })

  it('is forgotten where it is no longer set', () => {
    const { state } = play(windowOf(3, 5), 'FP')
    expect(play(defaultAlertSettings, 'P', state).state.recentRuns).toBe(undefined)
  })
})

describe('recovery after several runs', () => {
  it.each([
    ['is sent with the second', 'FPP', 'F-P'],
    ['begins again after a failure', 'FPFPP', 'F---P'],
    ['does not keep a check failing that never alerted', 'P', '-'],
    ['is of the state that the last run has', 'FPD', 'F-D'],
    ['holds for a degraded check', 'DPP', 'D-P'],
  ])('%s', (_name, runs, sent) => {
    expect(play(recoveringAfter(2), runs).sent).toBe(sent)
  })

  it('does not hold back what was below the threshold', () => {
    const settings = recoveringAfter(3, { runBasedEscalation: { failedRunThreshold: 2 } })
    expect(play(settings, 'FP').state.status).toBe('passing')
  })

  it('counts the good runs so far, and sends no reminders meanwhile', () => {
    const settings = recoveringAfter(3, { reminders: { amount: 3, interval: 5 } })
    const { states } = play(settings, 'FPPFPPP')
    expect(states.map(({ goodRuns }) => goodRuns)).toEqual([undefined, 1, 2, undefined, 1, 2, undefined])
    expect(states.map((state) => nextReminderAt(state) === null)).toEqual([false, true, true, false, true, true, true])
  })

  it('applies the settings of the moment', () => {
    const { state } = play(recoveringAfter(5), 'FPP')
    expect(play(recoveringAfter(2), 'P', state).sent).toBe('P')
  })

  it('replaces what a window needs by itself', () => {
    expect(runsToRecover(windowOf(3, 5))).toBe(3)
    expect(runsToRecover(windowOf(3, 5, { runBasedRecovery: { passedRunThreshold: 1 } }))).toBe(1)
    expect(runsToRecover(defaultAlertSettings)).toBe(1)
  })
})

describe('over any runs and policies', () => {
  const policies = fc
    .record({ runs: fc.integer({ min: 2, max: 8 }), failed: fc.integer({ min: 1, max: 8 }), passed: fc.nat(4) })
    .map(({ runs, failed, passed }) => ({
      ...windowOf(Math.min(failed, runs), runs),
      ...(passed > 0 && { runBasedRecovery: { passedRunThreshold: passed } }),
    }))
  const runs = fc.array(fc.constantFrom('P', 'F'), { maxLength: 60 }).map((letters) => letters.join(''))

  it('alerts and recoveries alternate, each exactly when the policy says so', () => {
    fc.assert(
      fc.property(policies, runs, (settings, letters) => {
        const { failedRunThreshold, runs: span } = settings.windowBasedEscalation ?? { failedRunThreshold: 1, runs: 1 }
        let since = 0
        let isAlerted = false
        const expected = Array.from(letters, String).map((letter, index) => {
          const recent = letters.slice(Math.max(since, index + 1 - span), index + 1)
          const ends = letters.slice(since, index + 1).endsWith('P'.repeat(runsToRecover(settings)))
          if (!isAlerted && letter === 'F' && recent.replaceAll('P', '').length >= failedRunThreshold) {
            isAlerted = true
            since = index + 1
            return 'F'
          }
          if (!isAlerted || !ends) return '-'
          isAlerted = false
          since = index + 1
          return 'P'
        })
        expect(play(settings, letters).sent).toBe(expected.join(''))
      }),
    )
  })

  it('a run-based threshold is a window of as many runs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), runs, (failedRunThreshold, letters) => {
        const classic = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold } }
        expect(play(windowOf(failedRunThreshold, failedRunThreshold), letters).sent).toBe(play(classic, letters).sent)
      }),
    )
  })
})
