import { heartbeatType } from '#contract'
import type { CheckAnalytics } from '#contract'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans } from '#storage/analytics'
import type { HeartbeatState } from '#storage/checks'
import type { Store } from '#storage/database'
import { availabilityOf } from './availability.ts'
import { answerHead, findCheckOfType } from './check-analytics.ts'
import { metadataOf, requestedMetrics } from './requested-metrics.ts'
import { rangeOf } from './time-range.ts'
import type { RequestedRange } from './time-range.ts'

export interface HeartbeatQuestion extends RequestedRange {
  readonly checkId: string
  readonly metrics: readonly string[]
  readonly filterByStatus: readonly HeartbeatState[]
  readonly limit: number
  readonly page: number
}

/**
 * The share of a heartbeat's events that are no failures. Nothing of a heartbeat is ever retried.
 * Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH, TIME_RANGE_INVALID and PARAMETER_INVALID.
 */
export async function getHeartbeatAnalytics(
  store: Store,
  caller: Caller,
  question: HeartbeatQuestion,
): Promise<CheckAnalytics> {
  const check = await findCheckOfType(store, caller, { checkId: question.checkId, checkType: heartbeatType })
  const metrics = requestedMetrics(heartbeatType, question.metrics)
  const range = rangeOf(question, caller.nowMs)
  const states = question.filterByStatus.length === 0 ? null : question.filterByStatus
  const filter = { accountId: caller.accountId, checkIds: [check.id], states }
  const [found] = await countHeartbeatsInSpans(store.db, filter, [{ spanIndex: 0, ...range }])
  const values = {
    availability: found ? availabilityOf({ results: found.size, failures: found.failures }) : null,
    retries: found ? 0 : null,
  }
  const asked = metrics.map(({ name }) => [name, name === 'retries' ? values.retries : values.availability])
  const data = question.page > 1 ? [] : [Object.fromEntries(asked)]
  return { ...answerHead(check, range, question), series: [{ data }], metadata: metadataOf(metrics) }
}
