import type { RetryStrategy } from './retry-strategy.ts'

/** The wait before retry `n`, counted from 1, in seconds. */
const waitOf: { readonly [T in RetryStrategy['type']]: (base: number, n: number) => number } = {
  FIXED: (base) => base,
  SINGLE_RETRY: (base) => base,
  LINEAR: (base, n) => base * n,
  EXPONENTIAL: (base, n) => base ** n,
}

/** No strategy has more. */
export const mostRetries = 10

export type NextRetry =
  | { readonly afterMs: number }
  | { readonly afterMs: null; readonly reason: 'ATTEMPTS_USED_UP' | 'DURATION_USED_UP' }

/**
 * How long after the end of a failed attempt the next one starts. `attempt` is 1 for the first, `elapsedMs` the time
 * since its start. `maxDurationSeconds` counts from there: a retry that would start later is not started. SINGLE_RETRY
 * knows neither that limit nor `maxRetries`.
 */
export function nextRetry(strategy: RetryStrategy, attempt: number, elapsedMs: number): NextRetry {
  const isSingle = strategy.type === 'SINGLE_RETRY'
  if (attempt > (isSingle ? 1 : strategy.maxRetries)) return { afterMs: null, reason: 'ATTEMPTS_USED_UP' }
  const afterMs = Math.round(waitOf[strategy.type](strategy.baseBackoffSeconds, attempt) * 1000)
  const isLate = !isSingle && elapsedMs + afterMs > strategy.maxDurationSeconds * 1000
  return isLate ? { afterMs: null, reason: 'DURATION_USED_UP' } : { afterMs }
}

/** The waits before all retries of a check whose attempts fail at once, in seconds. */
export function retryWaits(strategy: RetryStrategy): readonly number[] {
  const waits: number[] = []
  for (let elapsedMs = 0; waits.length < mostRetries;) {
    const { afterMs } = nextRetry(strategy, waits.length + 1, elapsedMs)
    if (afterMs === null) break
    waits.push(afterMs / 1000)
    elapsedMs += afterMs
  }
  return waits
}
