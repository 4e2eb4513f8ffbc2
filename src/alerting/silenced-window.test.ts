import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import type { Advanced } from './advance.ts'
import { initialAlertState } from './alert-state.ts'
import { dueReminder, nextReminderAt } from './due-reminder.ts'

type Step = readonly [outcome: Outcome, isSilenced: boolean]
const inside = (...outcomes: Outcome[]): Step[] => outcomes.map((outcome) => [outcome, true])
const outside = (...outcomes: Outcome[]): Step[] => outcomes.map((outcome) => [outcome, false])

function play(steps: readonly Step[], settings: AlertSettings = defaultAlertSettings): Advanced[] {
  let state = initialAlertState
  return steps.map(([outcome, isSilenced], index) => {
    const advanced = advance(state, {
      outcome,
      failingLocations: outcome === 'failed' ? 1 : 0,
      degradedLocations: outcome === 'degraded' ? 1 : 0,
      totalLocations: 1,
      isParallel: false,
      atMs: index * minuteMs,
      settings,
      isSilenced,
    })
    state = advanced.state
    return advanced
  })
}

const notifiedBy = (steps: readonly Step[], settings?: AlertSettings): unknown[] =>
  play(steps, settings).map(({ event }) => (event.isAlert ? event.kind : event.silence))

const afterRuns = (failedRunThreshold: number): AlertSettings => ({
  ...defaultAlertSettings,
  runBasedEscalation: { failedRunThreshold },
  reminders: { amount: 5, interval: 1 },
})

const held = 'SILENCED_BY_MAINTENANCE'

describe('a silenced maintenance window', () => {
  it('keeps a failure that begins inside and goes on after it to itself, and its end', () => {
    const steps = [...inside('failed', 'failed'), ...outside('failed', 'passed')]
    expect(notifiedBy(steps)).toEqual([held, 'ALREADY_NOTIFIED', 'ALREADY_NOTIFIED', 'NEVER_NOTIFIED'])
  })

  it('counts a failure as notified from its first tick, so that no threshold is reached after the window', () => {
    const steps = [...inside('failed'), ...outside('failed', 'failed', 'failed')]
    expect(notifiedBy(steps, afterRuns(3))).toEqual([held, 'ALREADY_NOTIFIED', 'ALREADY_NOTIFIED', 'ALREADY_NOTIFIED'])
  })

  it('lets the next failure after it be notified', () => {
    const steps = [...inside('failed'), ...outside('passed', 'failed', 'passed')]
    expect(notifiedBy(steps)).toEqual([held, 'NEVER_NOTIFIED', 'failure', 'recovery'])
  })

  it('sends the recovery of a failure notified before when it lies after the window, not when inside', () => {
    const failure = outside('failed')
    expect(notifiedBy([...failure, ...inside('failed'), ...outside('passed')])).toEqual([
      'failure',
      'ALREADY_NOTIFIED',
      'recovery',
    ])
    expect(notifiedBy([...failure, ...inside('passed'), ...outside('passed')])).toEqual(['failure', held, null])
  })

  it('does not swallow a failure that began before it: its threshold is reached after the window', () => {
    const steps = [...outside('failed'), ...inside('failed', 'failed'), ...outside('failed')]
    expect(notifiedBy(steps, afterRuns(3)).at(-1)).toBe('failure')
  })

  it('lets a degradation from inside become a failure that is notified after it', () => {
    const steps = [...inside('degraded'), ...outside('degraded', 'failed', 'passed')]
    expect(notifiedBy(steps)).toEqual([held, 'ALREADY_NOTIFIED', 'failure', 'recovery'])
  })

  it('notifies no one that a failure from inside became a degradation', () => {
    const steps = [...inside('failed'), ...outside('degraded', 'degraded', 'passed')]
    expect(notifiedBy(steps)).toEqual([held, 'NEVER_NOTIFIED', 'ALREADY_NOTIFIED', 'NEVER_NOTIFIED'])
  })

  it('lets reminders repeat the alert sent before it, never what it silenced', () => {
    const settings = afterRuns(1)
    const state = play([...outside('degraded'), ...inside('failed')], settings).at(-1)?.state ?? initialAlertState
    expect(dueReminder(state, settings, 10 * minuteMs)?.event?.kind).toBe('degraded')
  })

  it('whatever happens, what began inside is neither notified nor repeated', () => {
    const outcome = fc.constantFrom<Outcome[]>('passed', 'degraded', 'failed')
    const settings = fc.integer({ min: 1, max: 5 }).map(afterRuns)
    const first = fc.constantFrom<Outcome[]>('degraded', 'failed')
    fc.assert(
      fc.property(fc.array(outcome), first, fc.nat({ max: 8 }), settings, (before, begins, stays, rules) => {
        const steps = [
          ...outside(...before, 'passed'),
          ...inside(begins),
          ...outside(...Array.from({ length: stays }, () => begins), 'passed'),
        ]
        const since = play(steps, rules).slice(before.length + 1)
        expect(since.filter(({ event }) => event.isAlert)).toEqual([])
        expect(since.filter(({ state }) => nextReminderAt(state) !== null)).toEqual([])
      }),
    )
  })
})
