import type { AlertSettings, FailureWindow, RollingResponseTime, SettingSource } from '#contract'
import { countFailed, recentRuns, runsToRecover } from '../run-policies.ts'
import type { Derivation, SourcedRule } from './derivation.ts'
import type { StepMaker } from './explain.ts'
import { setOn, step } from './step.ts'
import type { Step } from './step.ts'

/** The threshold that applied, or why none did. */
export const threshold: StepMaker = ({ derivation, replayed: { event } }) => {
  const { settings, group, before, silence, tick } = derivation
  if (event.to === 'passing') return []
  const isWindowed = settings.value.windowBasedEscalation !== undefined && before.lastNotifiedKind === null
  if (event.from !== 'passing' && event.from !== event.to && !isWindowed) return [step('EXPLAIN_THRESHOLD_OVERRIDDEN')]
  const run = { outcome: tick.outcome, settings: settings.value, isSilenced: silence?.isFinal === true }
  return [thresholdStep(settings, group, recentRuns(before, run))]
}

/** How many better runs it took until an alerted problem was over, or became a lesser one. */
export const betterRuns: StepMaker = ({ derivation: { settings, group }, replayed: { event } }) => {
  const count = runsToRecover(settings.value)
  const isBetter =
    event.to === 'passing' ? event.from !== 'passing' : event.from === 'failing' && event.to === 'degraded'
  if (count === 1 || !isBetter || event.notifiedBefore.length === 0) return []
  const params = { count, setOn: setOn(settings.source, group) }
  return [event.to === 'passing' ? step('EXPLAIN_ENDED_AFTER', params) : step('EXPLAIN_LESSENED_AFTER', params)]
}

/** The limit of the last response times, where a run was degraded that has one. */
export const limits: StepMaker = ({ derivation: { limits: found, tick } }) =>
  found?.rollingResponseTime === undefined || tick.outcome !== 'degraded'
    ? []
    : [rollingStep(found.rollingResponseTime)]

function rollingStep({ statistic, runs, degradedResponseTime }: RollingResponseTime): Step {
  const params = { count: runs, limit: degradedResponseTime }
  return statistic === 'MEAN'
    ? step('EXPLAIN_MEAN_LIMIT', params)
    : step('EXPLAIN_PERCENTILE_LIMIT', { ...params, percentile: percentiles[statistic] })
}

const percentiles = { MEDIAN: 50, P90: 90, P95: 95, P99: 99 } as const

/** `runs` are the last runs as a window counts them. */
export function thresholdStep(
  { value, source }: SourcedRule<AlertSettings>,
  group: string | null,
  runs: string | undefined,
): Step {
  const { windowBasedEscalation: window } = value
  if (window) return windowStep(window, { source, group, runs })
  const place = { setOn: setOn(source, group) }
  if (value.escalationType === 'TIME_BASED')
    return step('EXPLAIN_THRESHOLD_MINUTES', { minutes: value.timeBasedEscalation.minutesFailingThreshold, ...place })
  const count = value.runBasedEscalation.failedRunThreshold
  return count === 1 ? step('EXPLAIN_THRESHOLD_ONE', place) : step('EXPLAIN_THRESHOLD_RUNS', { count, ...place })
}

const windowStep = (
  { failedRunThreshold: count, runs: of }: FailureWindow,
  {
    source,
    group,
    runs,
  }: { readonly source: SettingSource; readonly group: string | null; readonly runs?: string | undefined },
): Step => step('EXPLAIN_THRESHOLD_WINDOW', { failed: countFailed(runs), of, count, setOn: setOn(source, group) })

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
