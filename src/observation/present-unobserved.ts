import type { NotRunningResource } from '#contract'
import type { Unobserved } from './decide-observation.ts'

/** As reads of checks show it; null for a check that somebody runs. */
export const presentUnobserved = (unobserved: Unobserved | undefined): NotRunningResource | null =>
  unobserved === undefined
    ? null
    : {
        reason: unobserved.reason,
        since: unobserved.since.toISOString(),
        locations: unobserved.places.map(({ name }) => name),
      }
