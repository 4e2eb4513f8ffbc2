import type { Outcome } from '#contract'

/** The outcome of one tick over all its locations. */
export interface TickSummary {
  readonly outcome: Outcome
  readonly failingLocations: number
  readonly degradedLocations: number
  readonly totalLocations: number
}

/**
 * Merges the final outcomes of a tick, one per location: failed if any location failed, else degraded if any was
 * degraded. Null without outcomes, for example when all runs were dropped.
 */
export function summarizeTick(outcomes: readonly Outcome[]): TickSummary | null {
  if (outcomes.length === 0) return null
  const failingLocations = outcomes.filter((outcome) => outcome === 'failed').length
  const degradedLocations = outcomes.filter((outcome) => outcome === 'degraded').length
  return {
    outcome: worst(failingLocations, degradedLocations),
    failingLocations,
    degradedLocations,
    totalLocations: outcomes.length,
  }
}

function worst(failing: number, degraded: number): Outcome {
  if (failing > 0) return 'failed'
  return degraded > 0 ? 'degraded' : 'passed'
}
