import { generalMetrics, metricNames, statistics } from '#contract'
import type { AnalyticsType, CheckAnalytics, FieldProblem, MetricUnit, Statistic } from '#contract'
import { Fault } from '#kernel'
import { metricsOf } from './metrics.ts'
import type { StoredMetric } from './metrics.ts'

/** One metric as requested. `stored` is null for availability and retries, `statistic` for a bare name. */
export interface RequestedMetric {
  readonly name: string
  readonly unit: MetricUnit
  readonly label: string
  readonly stored: StoredMetric | null
  readonly statistic: Statistic | null
}

/** Names may be joined by commas. Throws PARAMETER_INVALID for a name the type does not have, and for none. */
export function requestedMetrics(checkType: AnalyticsType, given: readonly string[]): RequestedMetric[] {
  const names = [...new Set(given.flatMap((text) => text.split(',')).flatMap((name) => name.trim() || []))]
  if (names.length === 0)
    throw metricsFault('name at least one', { path: 'metrics', rule: 'minItems', parameters: { limit: 1 } })
  return names.map((name) => {
    const metric = requestedMetric(checkType, name)
    if (metric === null) throw unknownMetric(name, metricNames(checkType))
    return metric
  })
}

const unknownMetric = (name: string, allowed: readonly string[]): Fault =>
  metricsFault(`${name.slice(0, 100)} is none of this type; there are ${allowed.join(', ')}`, {
    path: 'metrics',
    rule: 'enum',
    parameters: { allowed },
  })

export const metricsFault = (problem: string, ...problems: readonly FieldProblem[]): Fault =>
  new Fault('PARAMETER_INVALID', {
    values: { problems: `metrics: ${problem}` },
    attributes: { metrics: problem },
    problems,
  })

/** A metric by the name that clients give it, for example `wait_p95`; null when the type has none of that name. */
export function requestedMetric(checkType: AnalyticsType, name: string): RequestedMetric | null {
  const general = generalMetrics.find((metric) => metric.name === name)
  if (general) return { ...general, stored: null, statistic: null }
  const cut = name.lastIndexOf('_')
  const statistic = cut < 0 ? null : (statistics.find((one) => one === name.slice(cut + 1)) ?? null)
  const stored = metricsOf(checkType).get(statistic === null ? name : name.slice(0, cut))
  return stored && !stored.isScrapedOnly ? { name, unit: stored.unit, label: stored.label, stored, statistic } : null
}

/** The metadata of each metric in the answer. */
export const metadataOf = (metrics: readonly RequestedMetric[], usual?: Statistic): CheckAnalytics['metadata'] =>
  Object.fromEntries(
    metrics.map(({ name, unit, label, stored, statistic }) => {
      const general = generalMetrics.find((metric) => metric.name === name)
      const aggregation = stored === null ? general?.aggregation : (statistic ?? usual)
      return [name, { unit, label, ...(aggregation && { aggregation }) }]
    }),
  )
