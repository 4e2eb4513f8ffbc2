import { displayedLocation } from '#contract'
import type { StoredRun } from '#diagnosis'
import type { AlertLookups, FactSources } from './alert-sources.ts'

/** The run that an alert reports, if it failed. */
export function failedRunOf(
  { tick: { result }, effective }: FactSources,
  { locationNames }: AlertLookups,
): StoredRun | null {
  const { id, detail, location, outcome } = result
  if (id === null || detail === null || location === null || outcome !== 'failed') return null
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

/** The last good run in its location before the check began to fail. */
export function goodRunOf(
  { effective: { own } }: FactSources,
  { goodRuns, locationNames }: AlertLookups,
): StoredRun | null {
  const row = goodRuns.get(own.id)
  return row === undefined
    ? null
    : { ...row, checkType: own.checkType, location: displayedLocation(row.location, locationNames) }
}
