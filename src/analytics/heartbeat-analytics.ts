import { heartbeatType } from '#contract'
import type { CheckAnalytics } from '#contract'
import type { Caller } from '#kernel'
import { heartbeatFigures } from '#storage'
import type { HeartbeatState, Store } from '#storage'
import { askedMetrics, metadataOf } from './asked-metrics.ts'
import { answerHead, findCheckOfType } from './check-analytics.ts'
import { rounded } from './statistic.ts'
import { rangeOf } from './time-range.ts'
import type { AskedRange } from './time-range.ts'

export interface HeartbeatQuestion extends AskedRange {
  readonly checkId: string
  readonly metrics: readonly string[]
  readonly filterByStatus: readonly HeartbeatState[]
  readonly limit: number
  readonly page: number
}

/**
 * The share of a heartbeat's events that are no failures (semantics 10.2). Nothing of a heartbeat is ever retried.
 * Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH, TIME_RANGE_INVALID and PARAMETER_INVALID.
 */
export async function getHeartbeatAnalytics(
  store: Store,
  caller: Caller,
  question: HeartbeatQuestion,
): Promise<CheckAnalytics> {
  const check = await findCheckOfType(store, caller, { checkId: question.checkId, checkType: heartbeatType })
  const metrics = askedMetrics(heartbeatType, question.metrics)
  const range = rangeOf(question, caller.nowMs)
  const states = question.filterByStatus.length === 0 ? null : question.filterByStatus
  const filter = { accountId: caller.accountId, checkIds: [check.id], states }
  const [found] = await heartbeatFigures(store.db, filter, [{ place: 0, ...range }])
  const values = {
    availability: found ? rounded((100 * (found.size - found.failures)) / found.size, 2) : null,
    retries: found ? 0 : null,
  }
  const asked = metrics.map(({ name }) => [name, name === 'retries' ? values.retries : values.availability])
  const data = question.page > 1 ? [] : [Object.fromEntries(asked)]
  return { ...answerHead(check, range, question), series: [{ data }], metadata: metadataOf(metrics) }
}
