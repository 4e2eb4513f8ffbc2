import { displayedLocation, locationOfQueue } from '#contract'
import type { AlertCause } from '#contract'
import { diagnose, runEvidenceOf, scrubText, targetOfRequest, targetOfRun } from '#diagnosis'
import type { Evidence, StoredRun } from '#diagnosis'
import type { GoodRunRow } from '#storage/alerts'
import type { AlertLookups, FactSources } from './alert-sources.ts'

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
  const run = storedRun(sources, lookups)
  if (run === null || run.outcome !== 'failed') return null
  return {
    ...(targetOfRun(run) ?? targetOfRequest(check.checkType, check.settings.request) ?? { target: null, host: null }),
    ...episodeEvidence(sources),
    checkName: own.name,
    checkType: own.checkType,
    errorMessage: run.error ?? '',
    run: runEvidenceOf(run),
    lastGoodRun: goodRunOf(lookups.goodRuns.get(own.id), run),
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

function storedRun({ tick: { result }, effective }: FactSources, { locationNames }: AlertLookups): StoredRun | null {
  const { id, detail, location, outcome } = result
  if (id === null || detail === null || location === null) return null
  if (outcome === null || outcome === 'unknown') return null
  return {
    id,
    checkType: effective.own.checkType,
    startedAt: result.startedAt,
    location: displayedLocation(location, locationNames),
    outcome,
    hasErrors: result.hasErrors,
    attempt: result.attempt,
    responseTimeMs: result.responseTimeMs,
    error: result.error,
    detail,
  }
}

/** The outcomes of the other locations of the tick. */
function othersOf({ tick }: FactSources, { locationNames }: AlertLookups): Evidence['otherLocations'] {
  const own = tick.result.location === null ? '' : locationOfQueue(tick.result.location)
  return tick.outcomes
    .filter(({ location }) => locationOfQueue(location) !== own)
    .map(({ location, outcome }) => ({ location: displayedLocation(location, locationNames), outcome, error: null }))
}
