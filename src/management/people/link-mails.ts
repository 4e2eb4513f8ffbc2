import type { Delivery, LinkMailStatus } from '#contract'
import { backoffMs, backoffPolicies, hasTriesLeft } from '#kernel'

const policy = backoffPolicies.subscriberMail

/** The content of a mail; the delivery renders text and HTML from it. */
export interface LinkMail {
  /** The same for all attempts. */
  readonly id: string
  readonly threadId: null
  readonly to: string
  readonly subject: string
  readonly title: string
  readonly badge: null
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button: { readonly label: string; readonly url: string }
  readonly footer: string
}

interface LinkMailTry {
  readonly status: LinkMailStatus
  readonly response: string
  /** When to try again; null when there is nothing to do any more. */
  readonly claimableAt: Date | null
}

/** What the attempt number `tries` means: a temporary failure is retried, up to 8 attempts within about an hour. */
export function linkMailTry({ outcome, response }: Delivery, tries: number, nowMs: number): LinkMailTry {
  const isRetried = outcome === 'retry' && hasTriesLeft(policy, tries)
  return {
    status: outcome === 'sent' ? 'SENT' : isRetried ? 'RETRY' : 'REJECTED',
    response,
    claimableAt: isRetried ? new Date(nowMs + backoffMs(policy, tries)) : null,
  }
}
