import type { RunTask, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'

type Rolling = NonNullable<RunTask['limits']['rolling']>

/**
 * Degraded by the limit of a statistic over the last response times, this one included; it is inclusive, as other limits are.
 * Nothing while there are fewer response times than the statistic is over. Times in milliseconds.
 */
export function rollingReasons(
  responseTimeMs: number,
  { limits: { rolling }, recentResponseTimes: recent = [] }: Pick<RunTask, 'limits' | 'recentResponseTimes'>,
): VerdictReason[] {
  if (rolling === undefined || recent.length < rolling.runs - 1) return []
  const { runs: count, degradedResponseTime: limit, statistic } = rolling
  const found = statisticOf(statistic, [responseTimeMs, ...recent.slice(0, count - 1)])
  if (found < limit) return []
  const numbers = { count, limit, milliseconds: Math.round(found) }
  const message =
    statistic === 'MEAN'
      ? writeReason('RESPONSE_MEAN_SLOW', numbers)
      : writeReason('RESPONSE_PERCENTILE_SLOW', { ...numbers, percentile: percentiles[statistic] })
  return [{ kind: 'degraded-response-time', outcome: 'degraded', message }]
}

const percentiles: Readonly<Record<Exclude<Rolling['statistic'], 'MEAN'>, number>> = {
  MEDIAN: 50,
  P90: 90,
  P95: 95,
  P99: 99,
}

/** Percentiles are the smallest time that so many of the times do not exceed (nearest rank). */
function statisticOf(statistic: Rolling['statistic'], times: readonly number[]): number {
  if (statistic === 'MEAN') return times.reduce((sum, time) => sum + time, 0) / times.length
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil((percentiles[statistic] / 100) * sorted.length) - 1] ?? 0
}
