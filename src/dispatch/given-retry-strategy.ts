import type { RetryStrategy, RetryStrategyObject } from '#contract'
import type { Static } from 'typebox'

/** A strategy of a request with its defaults; null means no retries (specification 2.1.2). */
export function givenRetryStrategy(given: Static<typeof RetryStrategyObject> | null): RetryStrategy | null {
  if (given === null) return null
  const { onlyOn, type = 'FIXED', ...rest } = given
  const strategy: RetryStrategy = {
    baseBackoffSeconds: 60,
    sameRegion: true,
    maxRetries: 2,
    maxDurationSeconds: 600,
    ...rest,
    type,
    ...(onlyOn?.length && { onlyOn }),
  }
  return type === 'SINGLE_RETRY' ? { ...strategy, maxRetries: 1 } : strategy
}
