import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import { toldKinds } from './alert-state.ts'
import type { AlertEvent, AlertState, ReminderState, TroubleKind } from './alert-state.ts'
import { isAcknowledged } from './hold.ts'

const endlessAmount = 100_000

/** Either the reminder to send now, or only a state to store because the settings have changed since. */
export type DueReminder =
  | { readonly state: AlertState; readonly sequence: number; readonly event: AlertEvent }
  | { readonly state: AlertState; readonly sequence: null; readonly event: null }

/**
 * When to call `dueReminder` next, in epoch milliseconds; null when no reminder is pending. While a silence keeps news
 * back the end of the silence decides, and an acknowledgement needs no reminder.
 */
export const nextReminderAt = (state: AlertState): number | null =>
  state.hold || isAcknowledged(state, kindOf(state)) ? null : (state.reminder?.nextAt ?? null)

const kindOf = ({ status }: AlertState): TroubleKind => (status === 'failing' ? 'failure' : 'degraded')

/**
 * The reminder that is due at `atMs`, numbered from 1 (semantics 4.5), or null before `nextReminderAt`. The settings of
 * now apply: fewer or rarer reminders cancel or put off the pending one. It repeats what was told last, and reminders
 * missed while nobody looked are not made up for.
 */
export function dueReminder(state: AlertState, settings: AlertSettings, atMs: number): DueReminder | null {
  if (!state.reminder || !isDue(state.reminder, atMs)) return null
  const pending = armReminder(state.reminder, settings)
  if (!isDue(pending, atMs)) return { state: { ...state, reminder: pending }, sequence: null, event: null }
  const sequence = pending.sequence + 1
  return {
    state: { ...state, reminder: armReminder({ sequence, lastToldAt: atMs }, settings) },
    sequence,
    event: reminderEvent(state),
  }
}

/** Drops the pending reminder, for a check that no longer runs. The next tick that does not pass brings it back. */
export const cancelReminder = (state: AlertState): AlertState =>
  state.reminder ? { ...state, reminder: { ...state.reminder, nextAt: null } } : state

/** Sets the time of the next reminder by the settings of now. */
export function armReminder(told: Omit<ReminderState, 'nextAt'>, settings: AlertSettings): ReminderState {
  const { amount, interval } = settings.reminders
  const isLeft = told.sequence < amount || amount >= endlessAmount
  return {
    sequence: told.sequence,
    lastToldAt: told.lastToldAt,
    nextAt: isLeft ? told.lastToldAt + interval * minuteMs : null,
  }
}

const isDue = ({ nextAt }: ReminderState, atMs: number): boolean => nextAt !== null && nextAt <= atMs

/** A failure that a maintenance window silenced is not repeated; what was heard before it is. */
const heardLast = ({ lastTold, failureTold, degradedTold }: AlertState): TroubleKind =>
  lastTold === 'failure' && !failureTold && degradedTold ? 'degraded' : (lastTold ?? 'failure')

const reminderEvent = (state: AlertState): AlertEvent => ({
  type: heardLast(state) === 'degraded' ? 'ALERT_DEGRADED_REMAIN' : 'ALERT_FAILURE_REMAIN',
  kind: heardLast(state),
  isAlert: true,
  silence: null,
  from: state.status,
  to: state.status,
  toldBefore: toldKinds(state),
  since: state.troubleSince,
})
