import type { CheckMetricsResource, QuickRange } from '#contract'
import type { Caller } from '#kernel'
import { findAnalyticsChecks } from '#storage/analytics'
import type { Store } from '#storage/database'
import { findBatch } from './find-batch.ts'
import { mainMetricOf } from './metrics.ts'
import { rangeOf } from './time-range.ts'

/** Availability and p95 of the checks that the account has, in the order of the ids given; others are left out. */
export async function getCheckMetrics(
  store: Store,
  { accountId, nowMs }: Caller,
  question: { readonly checkIds: readonly string[]; readonly quickRange: QuickRange },
): Promise<CheckMetricsResource[]> {
  const ids = [...new Set(question.checkIds)]
  const checks = await findAnalyticsChecks(store.db, accountId, ids)
  const { availabilityOfCheck, metricsOfCheck } = await findBatch(store, accountId, {
    checks,
    range: rangeOf({ quickRange: question.quickRange }, nowMs),
    positionsOf: (checkType) => [mainMetricOf(checkType)?.position ?? []].flat(),
  })
  const byId = new Map(checks.map((check) => [check.id, check]))
  return ids.flatMap((id) => {
    const check = byId.get(id)
    if (!check) return []
    const p95 = mainMetricOf(check.checkType)?.valueOf(metricsOfCheck(check)?.metrics, 'p95') ?? null
    return [{ checkId: id, availability: availabilityOfCheck(check), p95 }]
  })
}
