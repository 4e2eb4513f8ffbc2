import { descriptorOf, locationOfQueue } from '#contract'
import type { CheckType, StoredOutcome } from '#contract'
import type { CheckResultRow, CheckResultSummary, TestSessionResultRow, TestSessionResultSummary } from '#storage/runs'

/** A run of an account: a result of a check, or one of a test session. */
export type AssetKey = { readonly accountId: string; readonly resultId: string } & (
  | { readonly checkId: string; readonly testSessionId: null }
  | { readonly checkId: null; readonly testSessionId: string }
)

/** One attempt that was followed by another. */
export interface EarlierAttempt {
  readonly attempt: number
  readonly startedAt: Date | null
  readonly error: string | null
}

/** A stored run with an observation; secrets are masked already. */
export interface AssetRun {
  readonly key: AssetKey
  readonly checkId: string
  readonly checkName: string
  readonly checkType: CheckType
  readonly location: string
  readonly attempt: number
  readonly outcome: StoredOutcome
  readonly hasErrors: boolean
  readonly responseTimeMs: number
  readonly startedAt: Date
  readonly stoppedAt: Date
  readonly error: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly earlier: readonly EarlierAttempt[]
}

/** The detail of the result: the object that its check type names. */
export function resultOf({ checkType, detail }: AssetRun): unknown {
  const { result } = descriptorOf(checkType)
  return result === null ? undefined : detail[result.name]
}

/** A result with the earlier attempts of its sequence; `others` are the results of its session. */
export const runOfCheckResult = (row: CheckResultRow, others: readonly CheckResultSummary[]): AssetRun => ({
  key: { accountId: row.accountId, checkId: row.checkId, resultId: row.id, testSessionId: null },
  checkId: row.checkId,
  checkName: row.checkName,
  checkType: row.checkType,
  location: locationOfQueue(row.location),
  attempt: row.attempt,
  outcome: row.outcome,
  hasErrors: row.hasErrors,
  responseTimeMs: row.responseTimeMs,
  startedAt: row.startedAt,
  stoppedAt: row.stoppedAt,
  error: row.error,
  detail: row.detail,
  earlier: others
    .filter((other) => other.sequenceId === row.sequenceId && other.attempt < row.attempt)
    .map((other) => ({ attempt: other.attempt, startedAt: other.startedAt, error: other.error })),
})

/** Null when nothing was observed: the run has not ended, was cancelled or never ran. */
export function runOfTestResult(
  row: TestSessionResultRow,
  others: readonly TestSessionResultSummary[],
): AssetRun | null {
  const { outcome, startedAt, stoppedAt } = row
  if (outcome === null || startedAt === null || stoppedAt === null) return null
  return {
    key: { accountId: row.accountId, checkId: null, resultId: row.id, testSessionId: row.sessionId },
    checkId: row.checkId,
    checkName: row.checkName,
    checkType: row.checkType,
    location: locationOfQueue(row.location),
    attempt: row.attempts,
    outcome,
    hasErrors: row.hasErrors,
    responseTimeMs: row.responseTimeMs ?? 0,
    startedAt,
    stoppedAt,
    error: row.error,
    detail: row.detail,
    earlier: others
      .filter((other) => other.sequenceId === row.sequenceId && other.resultType === 'ATTEMPT')
      .filter((other) => other.attempts < row.attempts)
      .map((other) => ({ attempt: other.attempts, startedAt: other.startedAt, error: other.error })),
  }
}
