import type { Static } from 'typebox'
import { defaultRetryStrategy } from '#contract'
import type { CheckSettings, RetryStrategy, RetryStrategyObject } from '#contract'

/** What `doubleCheck: true` stands for: one immediate retry from another location. */
export const doubleCheckStrategy: RetryStrategy = {
  type: 'FIXED',
  baseBackoffSeconds: 0,
  maxRetries: 1,
  maxDurationSeconds: 600,
  sameRegion: false,
}

/**
 * The retry strategy of a check; null means no retries. For the one it runs with, give the settings of the effective
 * check, in which its group has overridden it. The deprecated `doubleCheck` counts only where none was ever given.
 */
export function effectiveRetryStrategy({
  retryStrategy,
  doubleCheck,
}: Pick<CheckSettings, 'retryStrategy' | 'doubleCheck'>): RetryStrategy | null {
  if (retryStrategy !== undefined) return retryStrategy
  return doubleCheck ? doubleCheckStrategy : null
}

/**
 * A strategy of a request with its defaults; null means no retries. SINGLE_RETRY has neither a number of retries nor a
 * longest duration of its own.
 */
export function completeRetryStrategy(given: Static<typeof RetryStrategyObject> | null): RetryStrategy | null {
  if (given === null) return null
  const { onlyOn, ...rest } = given
  const strategy: RetryStrategy = { ...defaultRetryStrategy, ...rest, ...(onlyOn?.length && { onlyOn }) }
  if (strategy.type !== 'SINGLE_RETRY') return strategy
  return { ...strategy, maxRetries: 1, maxDurationSeconds: defaultRetryStrategy.maxDurationSeconds }
}
