import { defaultLocation, privateLocationQueue } from '#contract'
import type { CheckDefinition } from '#contract'

/**
 * The queues of an effective check: public regions first, then private locations, in list order. A check without any
 * location runs from the default location, because a check that never runs monitors nothing.
 */
export function queuesOf(check: CheckDefinition): string[] {
  const queues = [
    ...check.locations,
    ...check.privateLocations.map((slugName) => privateLocationQueue(check.accountId, slugName)),
  ]
  return queues.length > 0 ? queues : [defaultLocation]
}
