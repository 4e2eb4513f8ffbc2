import { analyticsTypes, metricNames } from '#contract'
import type { AnalyticsType, Metric, MetricRow } from '#contract'
import { requestedMetric } from './requested-metrics.ts'

/** Everything that can be asked about checks of a type. */
export const listMetrics = (checkType: AnalyticsType): Metric[] =>
  metricNames(checkType).flatMap((name) => {
    const metric = requestedMetric(checkType, name)
    if (metric === null) return []
    const aggregated = metric.stored === null || metric.statistic !== null
    const rows: readonly MetricRow[] = analyticsTypes[checkType].metrics
    const isText = rows.some((row) => row.name === name && row.isText === true)
    const number = !aggregated && metric.unit === 'count' ? 'Integer' : 'Float'
    return [{ name, unit: metric.unit, label: metric.label, type: isText ? 'String' : number, aggregated }]
  })
