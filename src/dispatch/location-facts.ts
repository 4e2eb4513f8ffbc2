import { isPrivateQueue, locationOfQueue } from '#contract'
import type { AlertLocations } from '#contract'
import type { FinishedTick } from './finished-tick.ts'

type Names = ReadonlyMap<string, string>

/** What people read for the location a run took place in: never a place that nobody has said it is in. */
export const shownLocation = (queue: string, names: Names): string =>
  isPrivateQueue(queue) ? locationOfQueue(queue) : (names.get(queue) ?? queue)

/** What the locations of a tick found; null when they are not known, as for ticks of before. */
export function locationFacts({ summary, outcomes }: FinishedTick, names: Names): AlertLocations | null {
  if (outcomes.length === 0) return null
  const inTrouble = outcomes.filter(({ outcome }) => outcome !== 'passed')
  return {
    failing: summary.failingLocations,
    degraded: summary.degradedLocations,
    total: summary.totalLocations,
    names: [...new Set(inTrouble.map(({ location }) => shownLocation(location, names)))],
  }
}
