import type { PublicState } from '#contract'
import type { State } from './status.tsx'

/** The shape and colour of a state that readers of status pages see: of a page, a component, or an open incident. */
export const stateOfPublic: Readonly<Record<PublicState, State>> = {
  OPERATIONAL: 'PASSING',
  MAINTENANCE: 'PAUSED',
  UNDER_MAINTENANCE: 'PAUSED',
  MINOR: 'DEGRADED',
  DEGRADED_PERFORMANCE: 'DEGRADED',
  MEDIUM: 'DEGRADED',
  MAJOR: 'FAILING',
  PARTIAL_OUTAGE: 'DEGRADED',
  CRITICAL: 'FAILING',
  MAJOR_OUTAGE: 'FAILING',
}
