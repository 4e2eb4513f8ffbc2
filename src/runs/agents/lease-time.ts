import { checkTypes } from '#contract'
import type { CheckType } from '#contract'
import { minuteMs } from '#kernel'

/** Agents renew leases every 15 seconds, so that two renewals may be lost. */
const shortLeaseMs = 45_000
/** Runs that take long are too expensive to be repeated after a short interruption of the network. */
const longLeaseMs = 5 * minuteMs

/** How long the lease of an agent lasts, in milliseconds: longer for types whose runs may outlast a short one. */
export function agentLeaseMs(checkType: CheckType | null): number {
  const limit = checkType === null ? null : checkTypes[checkType].runTimeLimitMs
  return limit !== null && limit > shortLeaseMs ? longLeaseMs : shortLeaseMs
}
