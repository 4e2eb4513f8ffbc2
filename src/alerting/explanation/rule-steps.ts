import type { AlertSettings } from '#contract'
import type { Derivation, SourcedRule } from './derivation.ts'
import type { StepMaker } from './explain.ts'
import { setOn, step } from './step.ts'
import type { Step } from './step.ts'

/** The threshold that applied, or why none did. */
export const threshold: StepMaker = ({ derivation: { settings, group }, replayed: { event } }) => {
  if (event.to === 'passing') return []
  if (event.from !== 'passing' && event.from !== event.to) return [step('EXPLAIN_THRESHOLD_OVERRIDDEN')]
  return [thresholdStep(settings, group)]
}

export function thresholdStep({ value, source }: SourcedRule<AlertSettings>, group: string | null): Step {
  const place = { setOn: setOn(source, group) }
  if (value.escalationType === 'TIME_BASED')
    return step('EXPLAIN_THRESHOLD_MINUTES', { minutes: value.timeBasedEscalation.minutesFailingThreshold, ...place })
  const count = value.runBasedEscalation.failedRunThreshold
  return count === 1 ? step('EXPLAIN_THRESHOLD_ONE', place) : step('EXPLAIN_THRESHOLD_RUNS', { count, ...place })
}

/** The share of locations that had to be affected, where one was needed. */
export const share: StepMaker = ({ derivation, replayed: { event } }) => {
  const { tick, settings, group } = derivation
  if (event.to === 'passing' || !needsShare(derivation)) return []
  return [
    step('EXPLAIN_SHARE', {
      percent: settings.value.parallelRunFailureThreshold.percentage,
      setOn: setOn(settings.source, group),
      failed: event.to === 'failing' ? tick.failingLocations : tick.degradedLocations,
      total: tick.totalLocations,
    }),
  ]
}

const needsShare = ({ tick, settings: { value } }: Derivation): boolean =>
  value.parallelRunFailureThreshold.enabled && tick.isParallel && tick.totalLocations > 1
