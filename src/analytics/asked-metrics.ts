import { analyticsTypes, columnOfMetric, generalMetrics, metricNames, statistics } from '#contract'
import type { AnalyticsType, CheckAnalytics, MetricRow, MetricUnit, Statistic } from '#contract'
import { Fault } from '#kernel'

/** One metric as asked for. `column` is null for availability and retries, `statistic` for a bare name. */
export interface AskedMetric {
  readonly name: string
  readonly unit: MetricUnit
  readonly label: string
  readonly column: number | null
  readonly statistic: Statistic | null
}

/** Names may be joined by commas. Throws PARAMETER_INVALID for a name the type does not have, and for none. */
export function askedMetrics(checkType: AnalyticsType, given: readonly string[]): AskedMetric[] {
  const names = [...new Set(given.flatMap((text) => text.split(',')).flatMap((name) => name.trim() || []))]
  if (names.length === 0) throw metricsFault('name at least one')
  return names.map((name) => {
    const metric = metricOf(checkType, name)
    if (metric === null)
      throw metricsFault(`${name.slice(0, 100)} is none of this type; there are ${metricNames(checkType).join(', ')}`)
    return metric
  })
}

export const metricsFault = (problem: string): Fault =>
  new Fault('PARAMETER_INVALID', { values: { problems: `metrics: ${problem}` }, attributes: { metrics: problem } })

export function metricOf(checkType: AnalyticsType, name: string): AskedMetric | null {
  const general = generalMetrics.find((metric) => metric.name === name)
  if (general) return { ...general, column: null, statistic: null }
  const cut = name.lastIndexOf('_')
  const statistic = cut < 0 ? null : (statistics.find((one) => one === name.slice(cut + 1)) ?? null)
  const base = statistic === null ? name : name.slice(0, cut)
  const rows: readonly MetricRow[] = analyticsTypes[checkType].metrics
  const row = rows.find((metric) => metric.name === base)
  return row ? { name, unit: row.unit, label: row.label, column: columnOfMetric(checkType, base), statistic } : null
}

/** What the answer says about each metric. */
export const metadataOf = (metrics: readonly AskedMetric[], usual?: Statistic): CheckAnalytics['metadata'] =>
  Object.fromEntries(
    metrics.map(({ name, unit, label, column, statistic }) => {
      const general = generalMetrics.find((metric) => metric.name === name)
      const aggregation = column === null ? general?.aggregation : (statistic ?? usual)
      return [name, { unit, label, ...(aggregation && { aggregation }) }]
    }),
  )
