import type { Static } from 'typebox'
import { defaultRetryStrategy, descriptorOf } from '#contract'
import type { CheckSettings, CheckType, RetryStrategy, RetryStrategyObject } from '#contract'

/**
 * The retry strategy of a check; null means no retries. For the one it runs with, give the settings of the effective
 * check, in which its group has overridden it. Where none was ever given, the deprecated `doubleCheck`, which is true unless
 * a body says otherwise, decides between the default of the type and no retries.
 */
export function effectiveRetryStrategy({
  checkType,
  settings: { retryStrategy, doubleCheck },
}: RetriedCheck): RetryStrategy | null {
  if (retryStrategy !== undefined) return retryStrategy
  return doubleCheck ? descriptorOf(checkType).defaultRetryStrategy : null
}

interface RetriedCheck {
  readonly checkType: CheckType
  readonly settings: Pick<CheckSettings, 'retryStrategy' | 'doubleCheck'>
}

/**
 * A strategy of a request with its defaults; null means no retries. SINGLE_RETRY has neither a number of retries nor a
 * separate maximum duration.
 */
export function completeRetryStrategy(given: Static<typeof RetryStrategyObject> | null): RetryStrategy | null {
  if (given === null) return null
  const { onlyOn, ...rest } = given
  const strategy: RetryStrategy = { ...defaultRetryStrategy, ...rest, ...(onlyOn?.length && { onlyOn }) }
  if (strategy.type !== 'SINGLE_RETRY') return strategy
  return { ...strategy, maxRetries: 1, maxDurationSeconds: defaultRetryStrategy.maxDurationSeconds }
}
