import { isWireType } from '#contract'
import type { CheckType, RetryStrategy, Verdict } from '#contract'
import { backoffMs } from '#kernel'
import type { BackoffPolicy } from '#kernel'

export const noRetryReasons = [
  'NOT_FAILED',
  'NO_RETRIES',
  'NOT_A_NETWORK_ERROR',
  'ATTEMPTS_USED_UP',
  'DURATION_USED_UP',
] as const
export type NoRetryReason = (typeof noRetryReasons)[number]

export interface RetryQuestion {
  /** Null: no retries. See `effectiveRetryStrategy`. */
  readonly strategy: RetryStrategy | null
  /** The attempt that just ended, 1 for the first. */
  readonly attempt: number
  /** Epoch milliseconds. */
  readonly firstStartedAtMs: number
  readonly stoppedAtMs: number
  readonly verdict: Pick<Verdict, 'outcome'>
  readonly isNetworkError: boolean
  readonly checkType: CheckType
  readonly location: string
  /** The check's locations, from which another one is chosen. */
  readonly candidateLocations: readonly string[]
  readonly runParallel: boolean
  /** At least 0 and below 1; chooses the other location. */
  readonly randomNumber: number
}

export type RetryDecision =
  | { readonly retry: false; readonly reason: NoRetryReason }
  | { readonly retry: true; readonly afterMs: number; readonly location: string }

/**
 * Whether a settled attempt is tried again, how long after its end, and where. Only failed attempts are. `maxDurationSeconds` counts from the start of the first attempt: a retry that would
 * start later is not started. SINGLE_RETRY knows neither that limit nor `maxRetries`.
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { strategy, verdict, checkType } = question
  if (verdict.outcome !== 'failed') return { retry: false, reason: 'NOT_FAILED' }
  if (strategy === null || !isWireType(checkType)) return { retry: false, reason: 'NO_RETRIES' }
  if (strategy.onlyOn?.includes('NETWORK_ERROR') && !question.isNetworkError) {
    return { retry: false, reason: 'NOT_A_NETWORK_ERROR' }
  }
  const afterMs = backoffMs(backoffOf[strategy.type](strategy.baseBackoffSeconds), question.attempt)
  const exhausted = exhaustion(strategy, question, afterMs)
  if (exhausted !== null) return { retry: false, reason: exhausted }
  return { retry: true, afterMs, location: retryLocation(strategy, question) }
}

function exhaustion(strategy: RetryStrategy, question: RetryQuestion, afterMs: number): NoRetryReason | null {
  const isSingle = strategy.type === 'SINGLE_RETRY'
  if (question.attempt > (isSingle ? 1 : strategy.maxRetries)) return 'ATTEMPTS_USED_UP'
  const elapsedMs = question.stoppedAtMs + afterMs - question.firstStartedAtMs
  return !isSingle && elapsedMs > strategy.maxDurationSeconds * 1000 ? 'DURATION_USED_UP' : null
}

/** Retry `n`, counted from 1, waits `base`, `base * n` or `base ** n` seconds. */
const backoffOf: { readonly [T in RetryStrategy['type']]: (base: number) => BackoffPolicy } = {
  FIXED: (base) => ({ firstSeconds: base }),
  SINGLE_RETRY: (base) => ({ firstSeconds: base }),
  LINEAR: (base) => ({ firstSeconds: base, stepSeconds: base }),
  EXPONENTIAL: (base) => ({ firstSeconds: base, factor: base }),
}

/** Parallel runs stay where they are, because every other location runs the check anyway. */
function retryLocation(strategy: RetryStrategy, question: RetryQuestion): string {
  const { location, candidateLocations, runParallel, randomNumber } = question
  if (strategy.sameRegion || runParallel) return location
  const others = candidateLocations.filter((candidate) => candidate !== location)
  return others[Math.min(others.length - 1, Math.floor(randomNumber * others.length))] ?? location
}
