import { differencesBetween } from '#diagnosis'
import type { AlertLookups, FactSources } from './alert-sources.ts'
import { failedRunOf, goodRunOf } from './compared-runs.ts'

/** A message is read on a phone; the result has all of them. */
const maxDifferences = 3

/** In what the failed run of an alert differs from the last good one in its location, what explains most first. */
export function differencesOfAlert(sources: FactSources, lookups: AlertLookups): string[] {
  const [run, before] = [failedRunOf(sources, lookups), goodRunOf(sources, lookups)]
  if (run === null || before === null) return []
  return differencesBetween(run, before)
    .slice(0, maxDifferences)
    .map(({ text }) => text)
}
