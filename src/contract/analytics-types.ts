import { checkTypeNames, checkTypes } from './check-types/index.ts'
import type { CheckType, MetricRow, MetricUnit } from './check-types/index.ts'

export type AnalyticsType = CheckType

export const statistics = ['avg', 'max', 'median', 'min', 'p50', 'p90', 'p95', 'p99', 'stddev', 'sum'] as const
export type Statistic = (typeof statistics)[number]

/** The most metrics a type can have: as many columns are stored. */
export const metricColumns = 10

type AnalyticsOfTypes = { readonly [T in AnalyticsType]: (typeof checkTypes)[T]['analytics'] }

/** The cast is safe because it has the row of every check type's descriptor. */
const analyticsOfTypes = (): AnalyticsOfTypes =>
  Object.fromEntries(checkTypeNames().map((type) => [type, checkTypes[type].analytics])) as AnalyticsOfTypes

/**
 * The metrics that can be requested for checks of each type. Rows of types that no runner can run yet list what their
 * runs will report.
 */
export const analyticsTypes = analyticsOfTypes()

/** The metrics of every type; both are aggregates already. */
export const generalMetrics = [
  { name: 'availability', label: 'Availability', unit: 'percentage', aggregation: 'avg' },
  { name: 'retries', label: 'Retries', unit: 'count', aggregation: 'sum' },
] as const satisfies readonly { name: string; label: string; unit: MetricUnit; aggregation: Statistic }[]

/** The column of a metric, from 1; null when the type has no such metric. */
export function columnOfMetric(checkType: AnalyticsType, name: string): number | null {
  const metrics: readonly MetricRow[] = analyticsTypes[checkType].metrics
  const index = metrics.findIndex((metric) => metric.name === name)
  return index < 0 ? null : index + 1
}

/** Which metric of a type is displayed as its response time; null when it has none. */
export function mainColumn(checkType: AnalyticsType): number | null {
  const { main } = analyticsTypes[checkType]
  return main === null ? null : columnOfMetric(checkType, main)
}
