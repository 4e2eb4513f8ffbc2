import { defaultLocation, privateLocationQueue } from '#contract'
import type { CheckDefinition } from '#contract'

/**
 * The queues an effective check runs in: public regions first, then private locations, in list order. A check that
 * names no place at all runs from the default location, because a check that never runs watches nothing.
 */
export function queuesOf(check: CheckDefinition): string[] {
  const queues = [
    ...check.locations,
    ...check.privateLocations.map((slugName) => privateLocationQueue(check.accountId, slugName)),
  ]
  return queues.length > 0 ? queues : [defaultLocation]
}
