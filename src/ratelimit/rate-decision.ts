import type { RateLimit } from '#contract'

/** Whether one more request is within the limit, and what the client is to know about it. */
export interface RateDecision {
  readonly isAllowed: boolean
  readonly limit: RateLimit
  /** Requests left, as far as this process knows. */
  readonly remaining: number
  /** Whole seconds until more requests are allowed, at least 1. */
  readonly resetSeconds: number
}
