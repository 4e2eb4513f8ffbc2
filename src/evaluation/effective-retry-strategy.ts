import type { RetryStrategy } from '#contract'

export interface RetrySettings {
  /** Deprecated; counts only where `retryStrategy` was never given. */
  readonly doubleCheck: boolean
  /** Undefined: never given. Null: no retries. */
  readonly retryStrategy: RetryStrategy | null | undefined
  /** Undefined: the check has no group, or its group was never given one. */
  readonly groupRetryStrategy?: RetryStrategy | 'FALLBACK' | null | undefined
  readonly groupDoubleCheck?: boolean | undefined
}

/** What `doubleCheck: true` stands for: one immediate retry from another location (semantics 2.6). */
export const doubleCheckStrategy: RetryStrategy = {
  type: 'FIXED',
  baseBackoffSeconds: 0,
  maxRetries: 1,
  maxDurationSeconds: 600,
  sameRegion: false,
}

/**
 * The retry strategy a check runs with; null means no retries. A group's object or null overrides its checks, FALLBACK
 * leaves each its own (specification 2.1.2, semantics 5).
 */
export function effectiveRetryStrategy(settings: RetrySettings): RetryStrategy | null {
  const { groupRetryStrategy, groupDoubleCheck, retryStrategy, doubleCheck } = settings
  if (groupRetryStrategy !== undefined && groupRetryStrategy !== 'FALLBACK') return groupRetryStrategy
  if (groupRetryStrategy === undefined && groupDoubleCheck === true) return doubleCheckStrategy
  if (retryStrategy !== undefined) return retryStrategy
  return doubleCheck ? doubleCheckStrategy : null
}
