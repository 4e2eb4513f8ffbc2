import { metricNames } from '#contract'
import type { AnalyticsType, Metric } from '#contract'
import { metricOf } from './asked-metrics.ts'

/** Everything that can be asked about checks of a type (semantics 10.2). */
export const listMetrics = (checkType: AnalyticsType): Metric[] =>
  metricNames(checkType).flatMap((name) => {
    const metric = metricOf(checkType, name)
    if (metric === null) return []
    const aggregated = metric.column === null || metric.statistic !== null
    const type = !aggregated && metric.unit === 'count' ? 'Integer' : 'Float'
    return [{ name, unit: metric.unit, label: metric.label, type, aggregated }]
  })
