import { displayedLocation, locationOfQueue } from '#contract'
import type { AlertCause } from '#contract'
import { diagnose, runEvidenceOf, scrubText, targetOfRequest, targetOfRun } from '#diagnosis'
import type { Evidence } from '#diagnosis'
import type { AlertLookups, FactSources } from './alert-sources.ts'
import { failedRunOf, goodRunOf } from './compared-runs.ts'

const maxCauseLength = 600

/** The most likely cause of a failure by rules alone; null when no rule matches, or when nothing failed. */
export function causeOfAlert(sources: FactSources, lookups: AlertLookups): AlertCause | null {
  const evidence = evidenceOf(sources, lookups)
  if (evidence === null) return null
  const { classification, rootCause } = diagnose(evidence)
  if (classification === 'UNKNOWN') return null
  const text = scrubText(rootCause)
  return {
    classification,
    text: text.length > maxCauseLength ? `${text.slice(0, maxCauseLength).toWellFormed()}…` : text,
  }
}

function evidenceOf(sources: FactSources, lookups: AlertLookups): Evidence | null {
  const { effective, tick } = sources
  const { own, check } = effective
  const run = failedRunOf(sources, lookups)
  if (run === null) return null
  const before = goodRunOf(sources, lookups)
  return {
    ...(targetOfRun(run) ?? targetOfRequest(check.checkType, check.settings.request) ?? { target: null, host: null }),
    ...episodeEvidence(sources),
    checkName: own.name,
    checkType: own.checkType,
    errorMessage: run.error ?? '',
    run: runEvidenceOf(run),
    lastGoodRun: before && runEvidenceOf(before),
    differences: [],
    otherLocations: othersOf(sources, lookups),
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

/** The outcomes of the other locations of the tick. */
function othersOf({ tick }: FactSources, { locationNames }: AlertLookups): Evidence['otherLocations'] {
  const own = tick.result.location === null ? '' : locationOfQueue(tick.result.location)
  return tick.outcomes
    .filter(({ location }) => locationOfQueue(location) !== own)
    .map(({ location, outcome }) => ({ location: displayedLocation(location, locationNames), outcome, error: null }))
}
