import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import { notifiedKinds } from '../alert-state.ts'
import type { AlertState } from '../alert-state.ts'
import { nextReminderAt } from '../due-reminder.ts'
import { nextStepAt } from '../escalation-steps.ts'
import { thresholdStep } from './rule-steps.ts'
import type { SourcedRule } from './derivation.ts'
import { dateText, setOn, step } from './step.ts'
import type { Step } from './step.ts'

export interface OutlookFacts {
  readonly settings: SourcedRule<AlertSettings>
  readonly group: string | null
  /** Whether it runs in several locations at once. */
  readonly isParallel: boolean
}

/** How far a problem is and which threshold applies to it, where the decision about its beginning is not recorded. */
export function progress(
  { problemRuns, problemSince }: AlertState,
  { settings, group }: OutlookFacts,
): readonly Step[] {
  if (problemRuns === 0 || problemSince === null) return []
  const date = dateText(problemSince)
  return [
    ...(problemRuns > 1 ? [step('EXPLAIN_IN_A_ROW', { count: problemRuns, date })] : []),
    thresholdStep(settings, group),
  ]
}

/** The conditions of an alert, of a reminder and of the end of a problem. */
export function outlook(state: AlertState, facts: OutlookFacts): readonly Step[] {
  if (state.status === 'passing') return [fromPassing(facts.settings.value), ...shareOf(facts)]
  const ends = step(facts.isParallel ? 'EXPLAIN_ENDS_EVERYWHERE' : 'EXPLAIN_ENDS')
  const isNotified = notifiedKinds(state).length > 0 || state.lastNotifiedKind !== null
  if (!isNotified) return [toThreshold(state, facts.settings.value), ...shareOf(facts), ends]
  const reminderAt = nextReminderAt(state)
  const stepAt = nextStepAt(state)
  return [
    ...(state.status === 'degraded' && state.lastNotifiedKind === 'degraded' ? [step('EXPLAIN_WORSE')] : []),
    reminderAt === null ? step('EXPLAIN_NO_REMINDER') : step('EXPLAIN_NEXT_REMINDER', { date: dateText(reminderAt) }),
    ...(stepAt === null ? [] : [step('EXPLAIN_NEXT_ESCALATION', { date: dateText(stepAt) })]),
    ends,
  ]
}

function fromPassing(settings: AlertSettings): Step {
  if (settings.escalationType === 'TIME_BASED')
    return step('EXPLAIN_AFTER_MINUTES', { minutes: settings.timeBasedEscalation.minutesFailingThreshold })
  const count = settings.runBasedEscalation.failedRunThreshold
  return count === 1 ? step('EXPLAIN_NEXT_FAILURE') : step('EXPLAIN_NEXT_FAILURES', { count })
}

function toThreshold({ problemRuns, problemSince }: AlertState, settings: AlertSettings): Step {
  if (settings.escalationType === 'TIME_BASED') {
    const ms = (problemSince ?? 0) + settings.timeBasedEscalation.minutesFailingThreshold * minuteMs
    return step('EXPLAIN_FAILURE_FROM', { date: dateText(ms) })
  }
  const count = Math.max(1, settings.runBasedEscalation.failedRunThreshold - problemRuns)
  return count === 1 ? step('EXPLAIN_NEXT_FAILURE') : step('EXPLAIN_MORE_FAILURES', { count })
}

function shareOf({ settings: { value, source }, group, isParallel }: OutlookFacts): readonly Step[] {
  const { enabled, percentage: percent } = value.parallelRunFailureThreshold
  return enabled && isParallel ? [step('EXPLAIN_SHARE_NEEDED', { percent, setOn: setOn(source, group) })] : []
}
