import { displayedLocation } from '#contract'
import type { AlertLocations } from '#contract'
import type { FinishedTick } from '../states/finished-tick.ts'

type Names = ReadonlyMap<string, string>

/** The outcomes of a tick by location; null when they are unknown, as for ticks of earlier versions. */
export function locationFacts({ summary, outcomes }: FinishedTick, names: Names): AlertLocations | null {
  if (outcomes.length === 0) return null
  const affected = outcomes.filter(({ outcome }) => outcome !== 'passed')
  return {
    failing: summary.failingLocations,
    degraded: summary.degradedLocations,
    total: summary.totalLocations,
    names: [...new Set(affected.map(({ location }) => displayedLocation(location, names)))],
  }
}
