export interface TickInput {
  /** Public locations, then private ones, in the order of the check. */
  readonly locations: readonly string[]
  readonly runParallel: boolean
  /** The cursor returned by the last tick; 0 before the first. */
  readonly cursor: number
}

export interface TickLocations {
  readonly locations: readonly string[]
  readonly cursor: number
}

/**
 * Where a tick runs: in all locations at once, or in one after the other in list order. A check without locations runs
 * nowhere. The cursor stays valid when the list changes between two ticks.
 */
export function locationsOfTick({ locations, runParallel, cursor }: TickInput): TickLocations {
  const distinct = [...new Set(locations)]
  if (runParallel || distinct.length === 0) return { locations: distinct, cursor }
  const turn = cursor % distinct.length
  return { locations: distinct.slice(turn, turn + 1), cursor: (turn + 1) % distinct.length }
}
