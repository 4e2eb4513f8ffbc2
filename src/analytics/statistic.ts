import type { MetricUnit, Statistic } from '#contract'
import type { Figure } from './tally.ts'

const percentile = (place: number) => (figure: Figure) => figure.percentiles[place] ?? 0

/** The deviation of all values from their mean, not an estimate from a sample. */
function deviation({ size, total, squares }: Figure): number {
  return Math.sqrt(Math.max(0, squares / size - (total / size) ** 2))
}

const statistics: { readonly [S in Statistic]: (figure: Figure) => number } = {
  avg: (figure) => figure.total / figure.size,
  max: (figure) => figure.largest,
  min: (figure) => figure.smallest,
  sum: (figure) => figure.total,
  stddev: deviation,
  median: percentile(0),
  p50: percentile(0),
  p90: percentile(1),
  p95: percentile(2),
  p99: percentile(3),
}

/** Null when there is no value. */
export function statisticOf(figure: Figure | undefined, statistic: Statistic, unit: MetricUnit): number | null {
  if (figure === undefined || figure.size === 0) return null
  return rounded(statistics[statistic](figure), digitsOf[unit])
}

/** Semantics 10.3: milliseconds and ratios have 2 decimals, layout shift 4. */
export const digitsOf: { readonly [U in MetricUnit]: number } = { milliseconds: 2, percentage: 2, score: 4, count: 2 }

export function rounded(value: number, digits: number): number {
  const scale = powersOfTen[digits] ?? 10 ** digits
  return Math.round(value * scale) / scale
}

/** Reports round tens of thousands of numbers. */
const powersOfTen = [1, 10, 100, 1000, 10_000]

/** Percent of the results that did not fail; degraded ones did not (semantics 2.2). */
export const availabilityOf = (results: Figure | undefined, digits = 2): number | null =>
  results === undefined || results.size === 0
    ? null
    : rounded((100 * (results.size - results.failures)) / results.size, digits)
