import { channelStep, complete, explain, runsToRecover } from '#alerting'
import type { CheckStatus, CompactDerivation, Derivation, RunLimits, Verdict } from '#alerting'
import { displayedLocation, locationOfQueue } from '#contract'
import type { AlertDecisionResource, AlertSettings } from '#contract'
import type { AlertDecisionRow } from '#storage/alerts'

/** The names of places and channels; a channel that was deleted is called by its type. */
export interface Names {
  readonly locations: ReadonlyMap<string, string>
  readonly channels: ReadonlyMap<number, string>
}

/** Only this room writes these columns. */
export const derivationOf = (row: AlertDecisionRow): Derivation => complete(row.derivation as CompactDerivation)
const verdictOf = (row: AlertDecisionRow): Verdict => row.verdict as Verdict

export const isChange = (row: AlertDecisionRow): boolean => {
  const { from, to } = verdictOf(row)
  return derivationOf(row).event === undefined && from !== to
}

/** The state of a check after a decision. */
export const statusAfter = (row: AlertDecisionRow): CheckStatus => verdictOf(row).to

/** The channels that decisions are about. */
export const channelsOfDecisions = (rows: readonly AlertDecisionRow[]): number[] => [
  ...new Set(rows.flatMap((row) => verdictOf(row).planned.flatMap(({ channelId }) => channelId ?? []))),
]

/** A stored decision with the sentences that say how it came about. */
export function explainedDecision(row: AlertDecisionRow, names: Names): AlertDecisionResource {
  const derivation = derivationOf(row)
  const verdict = verdictOf(row)
  const locationName = distinctNames(derivation, names)
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    alertType: verdict.type,
    from: stateOf[verdict.from],
    to: stateOf[verdict.to],
    checkAlertId: row.checkAlertId,
    isNotified: verdict.planned.some(({ silence }) => silence === null),
    silenceReason: commonSilence(verdict),
    steps: explain(derivation, locationName).map((one) => ({ ...one })),
    channels: channelsOf(derivation, verdict, names),
    runs: runsOf(derivation, locationName),
    rule: ruleOf(derivation),
  }
}

/** One machine may serve several locations: their codes tell them apart. */
function distinctNames({ tick }: Derivation, { locations }: Names): (queue: string) => string {
  const nameOf = (queue: string): string => displayedLocation(queue, locations)
  const counts = Map.groupBy(tick.locations, ({ location }) => nameOf(location))
  return (queue) => {
    const name = nameOf(queue)
    return (counts.get(name)?.length ?? 1) > 1 ? `${name} (${locationOfQueue(queue)})` : name
  }
}

export const stateOf = { passing: 'PASSING', degraded: 'DEGRADED', failing: 'FAILING' } as const

/** The reason of the whole check, or that of the first channel when every one is silent. */
const commonSilence = ({ planned }: Verdict): AlertDecisionResource['silenceReason'] =>
  planned.some(({ silence }) => silence === null) ? null : (planned[0]?.silence ?? null)

function channelsOf(derivation: Derivation, verdict: Verdict, names: Names): AlertDecisionResource['channels'] {
  const types = new Map(derivation.subscriptions.map(({ channelId, type }) => [channelId, type]))
  const facts = { event: verdict, subscriptions: derivation.subscriptions }
  return verdict.planned.flatMap(({ channelId, silence }) => {
    const type = channelId === null ? undefined : types.get(channelId)
    if (channelId === null || type === undefined) return []
    const name = names.channels.get(channelId) ?? type
    return [{ channelId, type, name, silenceReason: silence, step: channelStep(facts, { channelId, silence, name }) }]
  })
}

const runsOf = ({ tick }: Derivation, nameOf: (queue: string) => string): AlertDecisionResource['runs'] =>
  tick.locations.map(({ location, outcome, attempts = 1, resultId = null }) => ({
    location: nameOf(location),
    outcome,
    attempts,
    checkResultId: resultId,
  }))

const ruleOf = ({ settings: { value, source }, retries, limits }: Derivation): AlertDecisionResource['rule'] => ({
  ...escalationOf(value),
  passedRuns: runsToRecover(value),
  locationShare: value.parallelRunFailureThreshold.enabled ? value.parallelRunFailureThreshold.percentage : null,
  source,
  retries: retries === undefined ? null : (retries.value?.maxRetries ?? 0),
  retriesSource: retries?.source ?? null,
  ...limitsOf(limits),
})

const limitsOf = (limits: RunLimits = {}) => ({
  rollingResponseTime: limits.rollingResponseTime ?? null,
  frequencyWhileFailing: limits.frequencyWhileFailing ?? null,
})

type Escalation = Pick<AlertDecisionResource['rule'], 'escalation' | 'threshold' | 'windowRuns'>

function escalationOf(settings: AlertSettings): Escalation {
  const { windowBasedEscalation: window, escalationType: escalation } = settings
  if (window) return { escalation: 'WINDOW_BASED', threshold: window.failedRunThreshold, windowRuns: window.runs }
  const threshold =
    escalation === 'RUN_BASED'
      ? settings.runBasedEscalation.failedRunThreshold
      : settings.timeBasedEscalation.minutesFailingThreshold
  return { escalation, threshold, windowRuns: null }
}
