import { lateTexts } from '../strings/late.ts'

const words = lateTexts.effectiveSettings

/** Alert settings as they are answered or edited; what is absent has its default. */
export interface Rules {
  readonly escalationType?: string | undefined
  readonly runBasedEscalation?: { readonly failedRunThreshold?: number } | undefined
  readonly timeBasedEscalation?: { readonly minutesFailingThreshold?: number } | undefined
  readonly windowBasedEscalation?: { readonly failedRunThreshold: number; readonly runs: number } | null | undefined
  readonly runBasedRecovery?: { readonly passedRunThreshold: number } | null | undefined
  readonly reminders?: { readonly amount?: number; readonly interval?: number } | undefined
  readonly parallelRunFailureThreshold?: { readonly enabled?: boolean; readonly percentage?: number } | undefined
}

/** When they alert and when a problem is over, in words. */
export function alertRulesText(rules: Rules): string {
  const { reminders, parallelRunFailureThreshold: share } = rules
  const passed = runsToRecover(rules)
  return [
    thresholdText(rules),
    ...(passed > 1 ? [words.recovery(passed)] : []),
    ...(reminders?.amount ? [words.reminders(reminders.amount, reminders.interval ?? 5)] : []),
    ...(share?.enabled ? [words.share(share.percentage ?? 10)] : []),
  ].join('; ')
}

function thresholdText({ escalationType, windowBasedEscalation: window, ...thresholds }: Rules): string {
  if (window) return words.window(window.failedRunThreshold, window.runs)
  return escalationType === 'TIME_BASED'
    ? words.rules(thresholds.timeBasedEscalation?.minutesFailingThreshold ?? 5, false)
    : words.rules(thresholds.runBasedEscalation?.failedRunThreshold ?? 1, true)
}

/** Passing runs in a row that end an alerted problem. With a window alone: as many as no alert can follow. */
function runsToRecover({ windowBasedEscalation: window, runBasedRecovery: recovery }: Rules): number {
  if (recovery) return recovery.passedRunThreshold
  return window ? window.runs - window.failedRunThreshold + 1 : 1
}
