import type { AlertSettings, Outcome } from '#contract'
import type { Derivation, DerivedLocation, DerivedTick } from './derivation.ts'
import type { StepMaker } from './explain.ts'
import { runsToRecover } from '../run-policies.ts'
import { dateText, setOn, step } from './step.ts'
import type { Step } from './step.ts'

const namesOf = (places: readonly DerivedLocation[], nameOf: (queue: string) => string): string =>
  places.map(({ location }) => nameOf(location)).join(', ')

/** How the run ended in its locations. */
export const outcomeOfRun: StepMaker = ({ derivation: { tick }, locationName }) => [
  tick.locations.length === 0 ? step(pingCodes[tick.outcome]) : outcomeIn(tick, locationName),
]

const pingCodes = {
  failed: 'EXPLAIN_PING_MISSING',
  degraded: 'EXPLAIN_PING_DEGRADED',
  passed: 'EXPLAIN_PING_ARRIVED',
} as const satisfies Record<Outcome, string>

function outcomeIn(tick: DerivedTick, nameOf: (queue: string) => string): Step {
  const { outcome, totalLocations: total, failingLocations, degradedLocations } = tick
  const named = tick.locations.filter((one) => one.outcome === outcome)
  const locations = namesOf(named, nameOf)
  if (total === 1) return step(codesOfOne[outcome], { location: locations })
  if (outcome === 'passed') return step('EXPLAIN_PASSED_IN', { total })
  return outcome === 'failed'
    ? step('EXPLAIN_FAILED_IN', { failed: failingLocations, total, locations })
    : step('EXPLAIN_DEGRADED_IN', { failed: degradedLocations, total, locations })
}

const codesOfOne = {
  failed: 'EXPLAIN_FAILED_IN_ONE',
  degraded: 'EXPLAIN_DEGRADED_IN_ONE',
  passed: 'EXPLAIN_PASSED_IN_ONE',
} as const satisfies Record<Outcome, string>

/** Where nothing was learned about the target. */
export const inconclusive: StepMaker = ({ derivation: { tick }, locationName }) => {
  const unknown = tick.locations.filter((one) => one.outcome === 'unknown')
  if (unknown.length === 0) return []
  return [step('EXPLAIN_INCONCLUSIVE', { locations: namesOf(unknown, locationName) })]
}

/** How often a run was tried that failed, and the strategy of its retries. */
export const retries: StepMaker = ({ derivation, locationName }) => {
  if (derivation.tick.outcome !== 'failed') return []
  const byAttempts = Map.groupBy(derivation.tick.locations, ({ attempts = 1 }) => attempts)
  byAttempts.delete(1)
  return [
    ...[...byAttempts].map(([count, places]) =>
      step('EXPLAIN_ATTEMPTS', { count, locations: namesOf(places, locationName) }),
    ),
    ...strategyOf(derivation),
  ]
}

function strategyOf({ retries: rule, group }: Derivation): readonly Step[] {
  if (rule === undefined) return []
  const source = setOn(rule.source, group)
  const count = rule.value?.maxRetries ?? 0
  if (count === 0) return [step('EXPLAIN_NO_RETRIES', { setOn: source })]
  return [
    count === 1 ? step('EXPLAIN_ONE_RETRY', { setOn: source }) : step('EXPLAIN_RETRIES', { count, setOn: source }),
  ]
}

/** Which of the runs that did not pass it is. */
export const placeInProblem: StepMaker = ({ derivation: { tick, settings }, replayed: { event, after } }) => {
  if (event.to === 'passing' || tick.locations.length === 0) return []
  if (after.problemRuns <= 1 || after.problemSince === null) return [step('EXPLAIN_FIRST_RUN')]
  return [sinceWhen(after.problemRuns, after.problemSince, settings.value)]
}

/** A problem that needs several runs to end may have had better ones in between. */
export function sinceWhen(count: number, sinceMs: number, settings: AlertSettings): Step {
  const date = dateText(sinceMs)
  return runsToRecover(settings) > 1 ? step('EXPLAIN_SINCE', { date }) : step('EXPLAIN_IN_A_ROW', { count, date })
}
