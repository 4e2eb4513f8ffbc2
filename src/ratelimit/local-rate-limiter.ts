import type { RateLimit } from '#contract'
import { LRUCache } from 'lru-cache'
import type { RateDecision } from './rate-decision.ts'

interface Bucket {
  readonly tokens: number
  readonly filledAtMs: number
}

/**
 * How many callers one process remembers; those that called longest ago are forgotten first. As a size, because for a
 * maximum of entries the cache reserves memory for all of them.
 */
const capacity = 50_000

/**
 * Token buckets in the memory of this process: no call costs a statement. A caller may use all requests of the limit at
 * once and regains them evenly over its seconds, so that a steady part of a steady flood passes.
 */
export class LocalRateLimiter {
  readonly #limit: RateLimit
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: capacity, sizeCalculation: () => 1 })

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  has(key: string): boolean {
    return this.#buckets.has(key)
  }

  /** Uses one request. Times in epoch milliseconds. */
  take(key: string, nowMs: number): RateDecision {
    const bucket = this.#filled(key, nowMs)
    const isAllowed = bucket.tokens >= 1
    const left = isAllowed ? { ...bucket, tokens: bucket.tokens - 1 } : bucket
    this.#buckets.set(key, left)
    return this.#decision(left, isAllowed)
  }

  /** The decision that `take` would return, without using a request. */
  peek(key: string, nowMs: number): RateDecision {
    const bucket = this.#filled(key, nowMs)
    return this.#decision(bucket, bucket.tokens >= 1)
  }

  #filled(key: string, nowMs: number): Bucket {
    const { requests, seconds } = this.#limit
    const { tokens, filledAtMs } = this.#buckets.peek(key) ?? { tokens: requests, filledAtMs: nowMs }
    const earned = (Math.max(0, nowMs - filledAtMs) / 1000) * (requests / seconds)
    return { tokens: Math.min(requests, tokens + earned), filledAtMs: nowMs }
  }

  #decision({ tokens }: Bucket, isAllowed: boolean): RateDecision {
    const { requests, seconds } = this.#limit
    const missing = Math.max(0, 1 - tokens)
    const resetSeconds = Math.max(1, Math.ceil((missing * seconds) / requests))
    return { isAllowed, limit: this.#limit, remaining: Math.floor(tokens), resetSeconds }
  }
}
