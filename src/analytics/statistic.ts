import type { MetricUnit, Statistic } from '#contract'
import type { MetricSummary } from './distribution.ts'

const percentile =
  (index: number) =>
  ({ percentiles }: MetricSummary) =>
    percentiles[index] ?? 0

/** The deviation of all values from their mean, not an estimate from a sample. */
function deviation({ size, total, squares }: MetricSummary): number {
  return Math.sqrt(Math.max(0, squares / size - (total / size) ** 2))
}

const statistics: { readonly [S in Statistic]: (summary: MetricSummary) => number } = {
  avg: (summary) => summary.total / summary.size,
  max: (summary) => summary.largest,
  min: (summary) => summary.smallest,
  sum: (summary) => summary.total,
  stddev: deviation,
  median: percentile(0),
  p50: percentile(0),
  p90: percentile(1),
  p95: percentile(2),
  p99: percentile(3),
}

/** Null when there is no value. */
export function statisticOf(summary: MetricSummary | undefined, statistic: Statistic, unit: MetricUnit): number | null {
  if (summary === undefined || summary.size === 0) return null
  return rounded(statistics[statistic](summary), digitsOf[unit])
}

/** Milliseconds and ratios have 2 decimals, layout shift 4. */
export const digitsOf: { readonly [U in MetricUnit]: number } = { milliseconds: 2, percentage: 2, score: 4, count: 2 }

export function rounded(value: number, digits: number): number {
  const scale = powersOfTen[digits] ?? 10 ** digits
  return Math.round(value * scale) / scale
}

/** Reports round tens of thousands of numbers. */
const powersOfTen = [1, 10, 100, 1000, 10_000]
