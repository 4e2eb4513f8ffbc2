import type { Delivery } from '#contract'
import { backoffMs, backoffPolicies, hasTriesLeft } from './backoff.ts'

/**
 * The status of a mail after an attempt: a temporary failure is retried, up to 8 attempts within about an hour. `tries`
 * counts this attempt.
 */
export function mailTry({ outcome, response }: Delivery, tries: number, nowMs: number) {
  const policy = backoffPolicies.subscriberMail
  const isRetried = outcome === 'retry' && hasTriesLeft(policy, tries)
  const status = outcome === 'sent' ? 'SENT' : isRetried ? 'RETRY' : 'REJECTED'
  return { status, response, claimableAt: isRetried ? new Date(nowMs + backoffMs(policy, tries)) : null } as const
}
