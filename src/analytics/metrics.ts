import { analyticsTypes, columnOfMetric, statistics } from '#contract'
import type { AnalyticsType, MetricRow, MetricUnit, Statistic } from '#contract'
import type { MetricPosition } from '#packing'
import { statisticOf } from './statistic.ts'
import type { MetricSummary } from './distribution.ts'

/** A metric of a check type as it is stored and shown. */
export interface StoredMetric {
  readonly name: string
  readonly label: string
  readonly unit: MetricUnit
  /** The statistics that can be requested. */
  readonly aggregations: readonly Statistic[]
  readonly position: MetricPosition
  /** Whether only pages for Prometheus tell it. */
  readonly isScrapedOnly: boolean
  /** An aggregation of what was read, rounded as its unit demands; null when nothing measured the metric. */
  readonly valueOf: (
    metrics: ReadonlyMap<MetricPosition, MetricSummary> | undefined,
    statistic: Statistic,
  ) => number | null
}

function storedMetric(row: MetricRow, position: MetricPosition): StoredMetric {
  const { name, label, unit, isScrapedOnly = false } = row
  return {
    name,
    label,
    unit,
    position,
    isScrapedOnly,
    aggregations: statistics,
    valueOf: (metrics, statistic) => statisticOf(metrics?.get(position), statistic, unit),
  }
}

const known = new Map<AnalyticsType, ReadonlyMap<string, StoredMetric>>()

/** The metrics of a type by name, in the order they are stored. */
export function metricsOf(checkType: AnalyticsType): ReadonlyMap<string, StoredMetric> {
  const found = known.get(checkType)
  if (found) return found
  const metrics = readMetrics(checkType)
  known.set(checkType, metrics)
  return metrics
}

function readMetrics(checkType: AnalyticsType): ReadonlyMap<string, StoredMetric> {
  const rows: readonly MetricRow[] = analyticsTypes[checkType].metrics
  return new Map(
    rows.flatMap((row) => {
      const position = columnOfMetric(checkType, row.name)
      return position === null ? [] : [[row.name, storedMetric(row, position)] as const]
    }),
  )
}

/** The metric that reports and lists show as the response time of a type; undefined when it has none. */
export function mainMetricOf(checkType: AnalyticsType): StoredMetric | undefined {
  const { main } = analyticsTypes[checkType]
  return main === null ? undefined : metricsOf(checkType).get(main)
}
