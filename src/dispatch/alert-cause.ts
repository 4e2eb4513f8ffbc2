import { locationOfQueue } from '#contract'
import type { AlertCause } from '#contract'
import { diagnose, runEvidenceOf, scrubText, targetOfRequest, targetOfRun } from '#diagnosis'
import type { Evidence, StoredRun } from '#diagnosis'
import type { GoodRunRow } from '#storage'
import type { AlertSurroundings, FactSources } from './alert-sources.ts'
import { shownLocation } from './location-facts.ts'

const longestCause = 600

/** The most likely cause of a failure by rules alone; null when no rule matches, or when nothing failed. */
export function causeOfAlert(sources: FactSources, surroundings: AlertSurroundings): AlertCause | null {
  const evidence = evidenceOf(sources, surroundings)
  if (evidence === null) return null
  const { classification, rootCause } = diagnose(evidence)
  if (classification === 'UNKNOWN') return null
  const text = scrubText(rootCause)
  return { classification, text: text.length > longestCause ? `${text.slice(0, longestCause).toWellFormed()}…` : text }
}

function evidenceOf(sources: FactSources, surroundings: AlertSurroundings): Evidence | null {
  const { effective, tick } = sources
  const { own, check } = effective
  const run = storedRun(sources, surroundings)
  if (run === null || run.outcome !== 'failed') return null
  return {
    ...(targetOfRun(run) ?? targetOfRequest(check.checkType, check.settings.request) ?? { target: null, host: null }),
    ...episodeEvidence(sources),
    checkName: own.name,
    checkType: own.checkType,
    errorMessage: run.error ?? '',
    run: runEvidenceOf(run),
    lastGoodRun: goodRunOf(surroundings.goodRuns.get(own.id), run),
    otherLocations: othersOf(sources, surroundings),
    sameHost: [],
    sslDaysRemaining: tick.sslDaysRemaining,
    maxResponseTimeMs: check.settings.maxResponseTime,
    userContext: '',
  }
}

const episodeEvidence = ({ episode: { runs, sinceMs, untilMs } }: FactSources) => ({
  occurrences: runs,
  firstSeen: new Date(sinceMs ?? untilMs).toISOString(),
  lastSeen: new Date(untilMs).toISOString(),
})

const goodRunOf = (
  row: GoodRunRow | undefined,
  { checkType, location }: Pick<StoredRun, 'checkType' | 'location'>,
): Evidence['lastGoodRun'] =>
  row === undefined
    ? null
    : runEvidenceOf({
        ...row,
        checkType,
        location,
        startedAt: row.startedAt,
        hasErrors: row.hasErrors,
        responseTimeMs: row.responseTimeMs,
      })

function storedRun(
  { tick: { result }, effective }: FactSources,
  { locationNames }: AlertSurroundings,
): StoredRun | null {
  const { id, detail, location, outcome } = result
  if (id === null || detail === null || location === null || outcome === null) return null
  return {
    id,
    checkType: effective.own.checkType,
    startedAt: result.startedAt,
    location: shownLocation(location, locationNames),
    outcome,
    hasErrors: result.hasErrors,
    attempt: result.attempt,
    responseTimeMs: result.responseTimeMs,
    error: result.error,
    detail,
  }
}

/** The outcomes of the other locations of the tick. */
function othersOf({ tick }: FactSources, { locationNames }: AlertSurroundings): Evidence['otherLocations'] {
  const own = tick.result.location === null ? '' : locationOfQueue(tick.result.location)
  return tick.outcomes
    .filter(({ location }) => locationOfQueue(location) !== own)
    .map(({ location, outcome }) => ({ location: shownLocation(location, locationNames), outcome, error: null }))
}
