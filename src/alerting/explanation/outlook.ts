import type { AlertSettings, FailureWindow } from '#contract'
import { minuteMs } from '#kernel'
import { notifiedKinds } from '../alert-state.ts'
import type { AlertState } from '../alert-state.ts'
import { nextReminderAt } from '../due-reminder.ts'
import { countFailed, runsToRecover } from '../run-policies.ts'
import { nextStepAt } from '../escalation-steps.ts'
import { thresholdStep } from './rule-steps.ts'
import { sinceWhen } from './run-steps.ts'
import type { RunLimits, SourcedRule } from './derivation.ts'
import { dateText, setOn, step } from './step.ts'
import type { Step } from './step.ts'

export interface OutlookFacts {
  readonly settings: SourcedRule<AlertSettings>
  readonly group: string | null
  /** Whether it runs in several locations at once. */
  readonly isParallel: boolean
  readonly limits?: RunLimits
}

/** How far a problem is and which threshold applies to it, where the decision about its beginning is not recorded. */
export function progress(
  { problemRuns, problemSince, recentRuns }: AlertState,
  { settings, group }: OutlookFacts,
): readonly Step[] {
  if (problemRuns === 0 || problemSince === null) return []
  return [
    ...(problemRuns > 1 ? [sinceWhen(problemRuns, problemSince, settings.value)] : []),
    ...(settings.value.windowBasedEscalation ? [] : [thresholdStep(settings, group, recentRuns)]),
  ]
}

/** The conditions of an alert, of a reminder and of the end of a problem. */
export function outlook(state: AlertState, facts: OutlookFacts): readonly Step[] {
  if (state.status === 'passing') return [...toAlert(state, facts), ...shareOf(facts)]
  const isNotified = notifiedKinds(state).length > 0 || state.lastNotifiedKind !== null
  const ends = [...toEnd(state, facts), ...paceOf(state, facts)]
  if (!isNotified) return [...toAlert(state, facts), ...shareOf(facts), ...ends]
  return [
    ...(state.status === 'degraded' && state.lastNotifiedKind === 'degraded' ? [step('EXPLAIN_WORSE')] : []),
    toReminder(state),
    ...toEscalation(state),
    ...ends,
  ]
}

function toEscalation(state: AlertState): readonly Step[] {
  const stepAt = nextStepAt(state)
  return stepAt === null ? [] : [step('EXPLAIN_NEXT_ESCALATION', { date: dateText(stepAt) })]
}

function toReminder(state: AlertState): Step {
  const reminderAt = nextReminderAt(state)
  if (reminderAt !== null) return step('EXPLAIN_NEXT_REMINDER', { date: dateText(reminderAt) })
  const isWaiting = (state.reminder?.nextAt ?? null) !== null && state.goodRuns !== undefined
  return step(isWaiting ? 'EXPLAIN_REMINDERS_WAIT' : 'EXPLAIN_NO_REMINDER')
}

function toEnd(state: AlertState, { settings: { value, source }, group, isParallel }: OutlookFacts): readonly Step[] {
  const ends = step(isParallel ? 'EXPLAIN_ENDS_EVERYWHERE' : 'EXPLAIN_ENDS')
  const needed = notifiedKinds(state).length > 0 ? runsToRecover(value) : 1
  if (needed === 1) return [ends]
  const { goodRuns: count = 0 } = state
  const params = { needed, setOn: setOn(source, group) }
  if (count === 0) return [step('EXPLAIN_ENDS_AFTER', params)]
  return [step('EXPLAIN_BETTER_RUNS', { count, ...params }), ...(needed - count <= 1 ? [ends] : [])]
}

/** Only a check that fails runs at another pace. */
function paceOf({ status }: AlertState, { limits }: OutlookFacts): readonly Step[] {
  const seconds = limits?.frequencyWhileFailing
  return status === 'failing' && seconds !== undefined ? [step('EXPLAIN_PACE', { seconds })] : []
}

function toAlert(state: AlertState, { settings, group }: OutlookFacts): readonly Step[] {
  const { windowBasedEscalation: window } = settings.value
  if (!window) return state.status === 'passing' ? [fromPassing(settings.value)] : toThreshold(state, settings.value)
  const { recentRuns } = state
  const count = failuresToWindow(recentRuns, window)
  return [
    thresholdStep(settings, group, recentRuns),
    count === 1 ? step('EXPLAIN_NEXT_FAILURE') : step('EXPLAIN_NEXT_RUNS_FAIL', { count }),
  ]
}

/** How many failed runs in a row from now on reach the threshold of a window. */
function failuresToWindow(recentRuns: string | undefined, { failedRunThreshold, runs }: FailureWindow): number {
  let [known, count] = [recentRuns ?? '', 0]
  do {
    known = `${known}1`.slice(-runs)
    count += 1
  } while (countFailed(known) < failedRunThreshold && count < runs)
  return count
}

function fromPassing(settings: AlertSettings): Step {
  if (settings.escalationType === 'TIME_BASED')
    return step('EXPLAIN_AFTER_MINUTES', { minutes: settings.timeBasedEscalation.minutesFailingThreshold })
  const count = settings.runBasedEscalation.failedRunThreshold
  return count === 1 ? step('EXPLAIN_NEXT_FAILURE') : step('EXPLAIN_NEXT_FAILURES', { count })
}

/** A degraded check that nobody was notified of is alerted by its threshold, or at once when it fails. */
function toThreshold(state: AlertState, settings: AlertSettings): readonly Step[] {
  if (state.status !== 'degraded') return [toFailure(state, settings)]
  const ms = thresholdMs(state, settings)
  if (ms !== null) return [step('EXPLAIN_WORSE'), step('EXPLAIN_DEGRADED_FROM', { date: dateText(ms) })]
  const count = runsLeft(state, settings)
  return count === 1
    ? [step('EXPLAIN_NEXT_PROBLEM')]
    : [step('EXPLAIN_WORSE'), step('EXPLAIN_MORE_DEGRADED', { count })]
}

/** When a threshold in minutes is reached; null for one in runs. */
const thresholdMs = ({ problemSince }: AlertState, settings: AlertSettings): number | null =>
  settings.escalationType === 'TIME_BASED'
    ? (problemSince ?? 0) + settings.timeBasedEscalation.minutesFailingThreshold * minuteMs
    : null

const runsLeft = ({ problemRuns }: AlertState, settings: AlertSettings): number =>
  Math.max(1, settings.runBasedEscalation.failedRunThreshold - problemRuns)

function toFailure(state: AlertState, settings: AlertSettings): Step {
  const ms = thresholdMs(state, settings)
  if (ms !== null) return step('EXPLAIN_FAILURE_FROM', { date: dateText(ms) })
  const count = runsLeft(state, settings)
  return count === 1 ? step('EXPLAIN_NEXT_FAILURE') : step('EXPLAIN_MORE_FAILURES', { count })
}

function shareOf({ settings: { value, source }, group, isParallel }: OutlookFacts): readonly Step[] {
  const { enabled, percentage: percent } = value.parallelRunFailureThreshold
  return enabled && isParallel ? [step('EXPLAIN_SHARE_NEEDED', { percent, setOn: setOn(source, group) })] : []
}
