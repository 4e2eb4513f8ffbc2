import type { RateDecision } from '#api'
import type { RateLimit } from '#contract'

interface Bucket {
  permits: number
  filledAt: number
}

/** How many callers one process remembers; the longest unseen go first. */
const capacity = 50_000

/**
 * Token buckets in the memory of this process alone: no call costs a statement. A caller may use all requests of the
 * limit at once and gets them back evenly over its seconds, so that of a steady flood a steady part passes.
 */
export class TokenBuckets {
  readonly #limit: RateLimit
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  has(key: string): boolean {
    return this.#buckets.has(key)
  }

  /** Uses one permit. Times in epoch milliseconds. */
  take(key: string, nowMs: number): RateDecision {
    const bucket = this.#filled(key, nowMs)
    const isAllowed = bucket.permits >= 1
    if (isAllowed) bucket.permits -= 1
    this.#remember(key, bucket)
    return this.#decision(bucket, isAllowed)
  }

  /** Whether a permit is there, without using it. */
  look(key: string, nowMs: number): RateDecision {
    const bucket = this.#filled(key, nowMs)
    return this.#decision(bucket, bucket.permits >= 1)
  }

  #filled(key: string, nowMs: number): Bucket {
    const { requests, seconds } = this.#limit
    const { permits, filledAt } = this.#buckets.get(key) ?? { permits: requests, filledAt: nowMs }
    const earned = (Math.max(0, nowMs - filledAt) / 1000) * (requests / seconds)
    return { permits: Math.min(requests, permits + earned), filledAt: nowMs }
  }

  #remember(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size <= capacity) return
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }

  #decision({ permits }: Bucket, isAllowed: boolean): RateDecision {
    const { requests, seconds } = this.#limit
    const missing = Math.max(0, 1 - permits)
    const resetSeconds = Math.max(1, Math.ceil((missing * seconds) / requests))
    return { isAllowed, limit: this.#limit, remaining: Math.floor(permits), resetSeconds }
  }
}
