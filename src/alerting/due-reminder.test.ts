import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, Outcome } from '#contract'
import { minuteMs } from '#kernel'
import { advance } from './advance.ts'
import { initialAlertState } from './alert-state.ts'
import type { AlertState } from './alert-state.ts'
import { cancelReminder, dueReminder, nextReminderAt } from './due-reminder.ts'

const withReminders = (amount: number, interval: number): AlertSettings => ({
  ...defaultAlertSettings,
  reminders: { amount, interval },
})

const run = (state: AlertState, outcome: Outcome, settings: AlertSettings, atMs: number): AlertState =>
  advance(state, {
    outcome,
    failingLocations: outcome === 'failed' ? 1 : 0,
    degradedLocations: outcome === 'degraded' ? 1 : 0,
    totalLocations: 1,
    isParallel: false,
    atMs,
    settings,
  }).state

/** Asks at every reminder time until none is left, and answers when which reminder was sent. */
const collect = (start: AlertState, settings: AlertSettings, limit: number): readonly (readonly [number, number])[] => {
  const sent: (readonly [number, number])[] = []
  let state = start
  for (let at = nextReminderAt(state); at !== null && sent.length < limit; at = nextReminderAt(state)) {
    const due = dueReminder(state, settings, at)
    if (!due) throw new Error('expected a due reminder at the time that was announced')
    state = due.state
    if (due.sequence !== null) sent.push([at, due.sequence])
  }
  return sent
}

describe('reminders', () => {
  it('come every interval after the alert, as many as configured, numbered from 1', () => {
    const settings = withReminders(3, 5)
    expect(collect(run(initialAlertState, 'failed', settings, 0), settings, 100)).toEqual([
      [5 * minuteMs, 1],
      [10 * minuteMs, 2],
      [15 * minuteMs, 3],
    ])
  })

  it('do not come without an amount, nor before an alert was sent', () => {
    const once = withReminders(0, 5)
    expect(nextReminderAt(run(initialAlertState, 'failed', once, 0))).toBeNull()
    const untold = { ...withReminders(5, 5), runBasedEscalation: { failedRunThreshold: 2 } }
    expect(nextReminderAt(run(initialAlertState, 'failed', untold, 0))).toBeNull()
  })

  it('go on without end at the amount 100000', () => {
    const settings = withReminders(100_000, 1)
    const state: AlertState = {
      ...run(initialAlertState, 'failed', settings, 0),
      reminder: { sequence: 100_000, lastNotifiedAt: 0, nextAt: minuteMs },
    }
    expect(collect(state, settings, 3).map(([, sequence]) => sequence)).toEqual([100_001, 100_002, 100_003])
  })

  it('are not due before their time', () => {
    const settings = withReminders(1, 5)
    expect(dueReminder(run(initialAlertState, 'failed', settings, 0), settings, 5 * minuteMs - 1)).toBeNull()
    expect(dueReminder(initialAlertState, settings, 5 * minuteMs)).toBeNull()
  })

  it('are cancelled on recovery', () => {
    const settings = withReminders(5, 5)
    const failing = run(initialAlertState, 'failed', settings, 0)
    expect(nextReminderAt(run(failing, 'passed', settings, minuteMs))).toBeNull()
  })

  it('repeat the last alert', () => {
    const settings = withReminders(5, 5)
    const degraded = run(initialAlertState, 'degraded', settings, 0)
    expect(dueReminder(degraded, settings, 5 * minuteMs)?.event).toMatchObject({
      type: 'ALERT_DEGRADED_REMAIN',
      kind: 'degraded',
      isAlert: true,
    })
    const failing = run(degraded, 'failed', settings, minuteMs)
    expect(dueReminder(failing, settings, 6 * minuteMs)?.event).toMatchObject({
      type: 'ALERT_FAILURE_REMAIN',
      kind: 'failure',
    })
  })

  it('start their interval anew with an escalation, without getting more of them', () => {
    const settings = withReminders(2, 5)
    const first = dueReminder(run(initialAlertState, 'degraded', settings, 0), settings, 5 * minuteMs)
    if (!first) throw new Error('expected a reminder')
    const failing = run(first.state, 'failed', settings, 8 * minuteMs)
    expect(collect(failing, settings, 100)).toEqual([[13 * minuteMs, 2]])
  })

  it('missed while the service was stopped are not sent later', () => {
    const settings = withReminders(5, 5)
    const missed = dueReminder(run(initialAlertState, 'failed', settings, 0), settings, 63 * minuteMs)
    expect(missed?.sequence).toBe(1)
    expect(missed && nextReminderAt(missed.state)).toBe(68 * minuteMs)
  })
})

describe('reminder settings that change during an episode', () => {
  const alerting = run(initialAlertState, 'failed', withReminders(3, 5), 0)

  it('cancel the pending reminder when none are wanted any more', () => {
    const due = dueReminder(alerting, withReminders(0, 5), 5 * minuteMs)
    expect(due).toMatchObject({ sequence: null, event: null })
    expect(due && nextReminderAt(due.state)).toBeNull()
  })

  it('put the pending reminder off when the interval has grown', () => {
    const due = dueReminder(alerting, withReminders(3, 30), 5 * minuteMs)
    expect(due?.sequence).toBeNull()
    expect(due && nextReminderAt(due.state)).toBe(30 * minuteMs)
  })

  it('bring reminders into an episode that had none, at the next run', () => {
    const state = run(initialAlertState, 'failed', withReminders(0, 5), 0)
    expect(nextReminderAt(run(state, 'failed', withReminders(1, 10), minuteMs))).toBe(10 * minuteMs)
  })
})

describe('cancelReminder', () => {
  it('drops the pending reminder until the check runs again', () => {
    const settings = withReminders(3, 5)
    const cancelled = cancelReminder(run(initialAlertState, 'failed', settings, 0))
    expect(nextReminderAt(cancelled)).toBeNull()
    expect(nextReminderAt(run(cancelled, 'failed', settings, minuteMs))).toBe(5 * minuteMs)
    expect(cancelReminder(initialAlertState)).toBe(initialAlertState)
  })
})
