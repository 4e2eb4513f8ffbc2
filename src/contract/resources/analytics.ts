import Type from 'typebox'
import type { Static } from 'typebox'
import { analyticsTypes, statistics } from '../analytics-types.ts'
import type { AnalyticsType } from '../analytics-types.ts'
import { metricUnits, publicCheckTypes } from '../check-types/index.ts'
import type { MetricRow } from '../check-types/index.ts'
import { AnyObject, DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'

export const quickRanges = [
  'last24Hours',
  'last7Days',
  'last30Days',
  'thisWeek',
  'thisMonth',
  'lastWeek',
  'lastMonth',
] as const
export const reportQuickRanges = [
  'last24Hrs',
  'last7Days',
  'last30Days',
  'thisWeek',
  'thisMonth',
  'lastWeek',
  'lastMonth',
] as const
export const granularities = ['day', 'week', 'month'] as const

export type QuickRange = (typeof quickRanges)[number]
export type Granularity = (typeof granularities)[number]

/** The metrics of a check over a range of time. */
export const CheckAnalyticsSchema = Type.Object({
  checkId: Uuid(),
  name: Type.String(),
  checkType: OneOf(publicCheckTypes),
  activated: Type.Boolean(),
  muted: Type.Boolean(),
  frequency: Nullable(Type.Number()),
  from: DateTime(),
  to: DateTime(),
  tags: Type.Array(Type.String()),
  series: Type.Array(
    Type.Object(
      { data: Type.Array(AnyObject({ description: 'One property for each requested metric, null without data.' })) },
      { additionalProperties: true },
    ),
    { description: 'One for each value of groupBy, which is in the series.' },
  ),
  pagination: Type.Object({ page: Type.Integer(), limit: Type.Integer() }),
  metadata: Type.Record(
    Type.String(),
    Type.Object({
      unit: OneOf(metricUnits),
      label: Type.String(),
      aggregation: Type.Optional(OneOf(statistics)),
    }),
  ),
})
export type CheckAnalytics = Static<typeof CheckAnalyticsSchema>

export const MetricSchema = Type.Object({
  name: Type.String(),
  unit: OneOf(metricUnits),
  label: Type.String(),
  type: Type.Optional(OneOf(['Array', 'Int', 'Integer', 'Float', 'String'])),
  aggregated: Type.Boolean({ description: 'False: without an interval, one point for each result.' }),
})
export type Metric = Static<typeof MetricSchema>

const batchMetrics = [
  'availability',
  'responseTime_avg',
  'responseTime_p50',
  'responseTime_p95',
  'responseTime_p99',
  'latency_avg',
  'latency_p50',
  'latency_p95',
  'latency_p99',
  'packetLoss_avg',
  'packetLoss_p95',
  'packetLoss_p99',
  'hopCount_avg',
] as const
export type BatchMetric = (typeof batchMetrics)[number]

const MetricValue = () => Type.Optional(Nullable(Type.Number()))

export const CheckBatchAnalyticsSchema = Type.Object({
  checkId: Uuid(),
  checkType: OneOf(publicCheckTypes),
  availability: MetricValue(),
  responseTime_avg: MetricValue(),
  responseTime_p50: MetricValue(),
  responseTime_p95: MetricValue(),
  responseTime_p99: MetricValue(),
  latency_avg: MetricValue(),
  latency_p50: MetricValue(),
  latency_p95: MetricValue(),
  latency_p99: MetricValue(),
  packetLoss_avg: MetricValue(),
  packetLoss_p95: MetricValue(),
  packetLoss_p99: MetricValue(),
  hopCount_avg: MetricValue(),
})
export type CheckBatchAnalytics = Static<typeof CheckBatchAnalyticsSchema>

export const CheckBatchSchema = Strict({ checkIds: Type.Array(Uuid(), { minItems: 1, maxItems: 100 }) })

const aggregateFields = {
  successRatio: Type.Number({ minimum: 0, description: 'Percent of the results that did not fail, 4 decimals.' }),
  avg: Type.Number({ minimum: 0 }),
  p95: Type.Number({ minimum: 0 }),
  p99: Type.Number({ minimum: 0 }),
}

/** A check without results in the range has no `aggregate`. */
export const ReportSchema = Type.Object({
  name: Type.String(),
  checkId: Type.String(),
  checkType: Type.String(),
  deactivated: Type.Boolean(),
  tags: Type.Array(Type.String()),
  aggregate: Type.Optional(Type.Object(aggregateFields)),
  aggregates: Type.Optional(Type.Array(Type.Object({ ...aggregateFields, from: Type.String(), to: Type.String() }))),
})
export type Report = Static<typeof ReportSchema>

/** The names of the metrics of a type: bare, with each statistic, and the general ones. */
export function metricNames(checkType: AnalyticsType): string[] {
  const rows: readonly MetricRow[] = analyticsTypes[checkType].metrics
  const bare = rows.flatMap(({ name, isScrapedOnly = false }) => (isScrapedOnly ? [] : name))
  const aggregated = bare.flatMap((name) => statistics.map((statistic) => `${name}_${statistic}`))
  return [...bare, 'availability', 'retries', ...aggregated]
}
