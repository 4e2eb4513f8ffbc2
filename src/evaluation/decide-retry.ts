import { isWireType, nextRetry } from '#contract'
import type { CheckType, RetryStrategy, Verdict } from '#contract'

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

/** Whether a settled attempt is tried again, how long after its end, and where. Only failed attempts are. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { strategy, verdict, checkType } = question
  if (verdict.outcome !== 'failed') return { retry: false, reason: 'NOT_FAILED' }
  if (strategy === null || !isWireType(checkType)) return { retry: false, reason: 'NO_RETRIES' }
  if (strategy.onlyOn?.includes('NETWORK_ERROR') && !question.isNetworkError) {
    return { retry: false, reason: 'NOT_A_NETWORK_ERROR' }
  }
  const next = nextRetry(strategy, question.attempt, question.stoppedAtMs - question.firstStartedAtMs)
  if (next.afterMs === null) return { retry: false, reason: next.reason }
  return { retry: true, afterMs: next.afterMs, location: retryLocation(strategy, question) }
}

/** Parallel runs stay where they are, because every other location runs the check anyway. */
function retryLocation(strategy: RetryStrategy, question: RetryQuestion): string {
  const { location, candidateLocations, runParallel, randomNumber } = question
  if (strategy.sameRegion || runParallel) return location
  const others = candidateLocations.filter((candidate) => candidate !== location)
  return others[Math.min(others.length - 1, Math.floor(randomNumber * others.length))] ?? location
}
