import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import { notifiedKinds } from './alert-state.ts'
import type { AlertEvent, AlertState, ReminderState, ProblemKind } from './alert-state.ts'
import { isAcknowledged } from './hold.ts'

const endlessAmount = 100_000

/** Either the reminder to send now, or only a state to store because the settings have changed since. */
export type DueReminder =
  | { readonly state: AlertState; readonly sequence: number; readonly event: AlertEvent }
  | { readonly state: AlertState; readonly sequence: null; readonly event: null }

/**
 * When to call `dueReminder` next, in epoch milliseconds; null when no reminder is pending. While a silence holds
 * notifications back its end decides, and a problem that is acknowledged or recovering needs no reminder.
 */
export const nextReminderAt = (state: AlertState): number | null =>
  state.hold || state.goodRuns !== undefined || isAcknowledged(state, kindOf(state))
    ? null
    : (state.reminder?.nextAt ?? null)

const kindOf = ({ status }: AlertState): ProblemKind => (status === 'failing' ? 'failure' : 'degraded')

/**
 * The reminder that is due at `atMs`, numbered from 1, or null before `nextReminderAt`. The current settings apply: a
 * smaller amount cancels the pending reminder, a longer interval postpones it. It repeats the last alert. Reminders
 * missed while the service was stopped are not sent later.
 */
export function dueReminder(state: AlertState, settings: AlertSettings, atMs: number): DueReminder | null {
  if (!state.reminder || !isDue(state.reminder, atMs)) return null
  const pending = armReminder(state.reminder, settings)
  if (!isDue(pending, atMs)) return { state: { ...state, reminder: pending }, sequence: null, event: null }
  const sequence = pending.sequence + 1
  return {
    state: { ...state, reminder: armReminder({ sequence, lastNotifiedAt: atMs }, settings) },
    sequence,
    event: reminderEvent(state),
  }
}

/** Cancels the pending reminder of a check that no longer runs. The next tick that does not pass arms it again. */
export const cancelReminder = (state: AlertState): AlertState =>
  state.reminder ? { ...state, reminder: { ...state.reminder, nextAt: null } } : state

/** Sets the time of the next reminder by the current settings. */
export function armReminder(last: Omit<ReminderState, 'nextAt'>, settings: AlertSettings): ReminderState {
  const { amount, interval } = settings.reminders
  const isRemaining = last.sequence < amount || amount >= endlessAmount
  return {
    sequence: last.sequence,
    lastNotifiedAt: last.lastNotifiedAt,
    nextAt: isRemaining ? last.lastNotifiedAt + interval * minuteMs : null,
  }
}

const isDue = ({ nextAt }: ReminderState, atMs: number): boolean => nextAt !== null && nextAt <= atMs

/** A failure that a maintenance window silenced is not repeated; the alert sent before it is. */
const lastNotifiedKind = ({ lastNotifiedKind, failureNotified, degradedNotified }: AlertState): ProblemKind =>
  lastNotifiedKind === 'failure' && !failureNotified && degradedNotified ? 'degraded' : (lastNotifiedKind ?? 'failure')

/** The last alert, repeated. */
export const reminderEvent = (state: AlertState): AlertEvent => ({
  type: lastNotifiedKind(state) === 'degraded' ? 'ALERT_DEGRADED_REMAIN' : 'ALERT_FAILURE_REMAIN',
  kind: lastNotifiedKind(state),
  isAlert: true,
  silence: null,
  from: state.status,
  to: state.status,
  notifiedBefore: notifiedKinds(state),
  since: state.problemSince,
})
