export interface TickInput {
  /** Public locations, then private ones, in the order of the check. */
  readonly locations: readonly string[]
  readonly runParallel: boolean
  /** The cursor returned by the last tick; 0 before the first. */
  readonly cursor: number
  /** Locations that take no run now. */
  readonly except?: ReadonlySet<string>
}

export interface TickLocations {
  readonly locations: readonly string[]
  readonly cursor: number
}

/**
 * Where a tick runs: in all locations at once, or in one after the other in list order. Locations that take no run are
 * left out, and the turn is that of the next one. A check without locations runs nowhere. The cursor stays valid when
 * the list changes between two ticks.
 */
export function locationsOfTick({ locations, runParallel, cursor, except = none }: TickInput): TickLocations {
  const distinct = [...new Set(locations)]
  const isOpen = (location: string): boolean => !except.has(location)
  if (runParallel) return { locations: distinct.filter(isOpen), cursor }
  for (let step = 0; step < distinct.length; step += 1) {
    const turn = (cursor + step) % distinct.length
    const turns = distinct.slice(turn, turn + 1).filter(isOpen)
    if (turns.length > 0) return { locations: turns, cursor: (turn + 1) % distinct.length }
  }
  return { locations: [], cursor }
}

const none: ReadonlySet<string> = new Set()
