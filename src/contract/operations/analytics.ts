import Type from 'typebox'
import { analyticsTypes } from '../analytics-types.ts'
import type { AnalyticsType } from '../analytics-types.ts'
import { checkTypeNames, checkTypes, heartbeatType, isInboundType, publicCheckTypes } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import {
  CheckAnalyticsSchema,
  CheckBatchAnalyticsSchema,
  CheckBatchSchema,
  granularities,
  metricNames,
  MetricSchema,
  quickRanges,
  ReportSchema,
  reportQuickRanges,
} from '../resources/analytics.ts'
import {
  AvailabilityReportSchema,
  reportGroupings,
  reportOrders,
  unknownTimes,
} from '../resources/availability-report.ts'
import { heartbeatStates } from '../resources/heartbeat-event.ts'
import { OneOf } from '../schema.ts'
import { byId, pageFields, rangeFields } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Analytics')

/** The list of the metrics of a check type. */
const limit = { requests: 30, seconds: 60 }

const Names = (names: readonly string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), {
    maxItems: 100,
    description: `Several may be joined by commas: ${names.join(', ')}.`,
  })
const QuickRange = () => Type.Optional(OneOf(quickRanges, { default: 'last24Hours' }))

const queryOf = (checkType: AnalyticsType) => ({
  quickRange: QuickRange(),
  ...rangeFields,
  ...pageFields,
  metrics: Names(metricNames(checkType)),
})

const Grouping = (keys: readonly string[]) => Type.Optional(OneOf(keys))
const measuredQueryOf = (checkType: AnalyticsType) =>
  Type.Object({
    ...queryOf(checkType),
    aggregationInterval: Type.Optional(
      Type.Number({ minimum: 1, maximum: 43_200, description: 'Minutes; one row of data for each interval.' }),
    ),
    filterByStatus: Type.Optional(Type.Array(OneOf(['success', 'failure']), { maxItems: 2 })),
    groupBy: Grouping(analyticsTypes[checkType].groupBy),
  })

const row = (segment: string, checkType: AnalyticsType) =>
  operation(`GET /v1/analytics/${segment}/{id}`, {
    summary: `Get metrics of a check of type ${checkType}`,
    ignoresUnknown: true,
    params: byId,
    query: measuredQueryOf(checkType),
    success: { status: 200, schema: CheckAnalyticsSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'TIME_RANGE_INVALID'],
    limit,
  })

/** The id of the operation that returns the metrics of a type; never for heartbeats, which have one that tells of pings. */
type MeasuredOperation<T extends CheckType> = (typeof checkTypes)[T]['execution'] extends 'inbound'
  ? never
  : (typeof checkTypes)[T]['analytics']['route']['operation']
export type MeasuredOperationId = { [T in CheckType]: MeasuredOperation<T> }[CheckType]

/** The types with such an operation. */
export const measuredTypes = checkTypeNames().flatMap((type) => {
  const { route } = checkTypes[type].analytics
  return isInboundType(type) ? [] : [{ type, ...route }]
})

type MeasuredRows = { readonly [K in MeasuredOperationId]: ReturnType<typeof row> }

/** The cast is safe because it has a row for each of these types. */
const measuredRows = (): MeasuredRows =>
  Object.fromEntries(measuredTypes.map(({ type, segment, operation: id }) => [id, row(segment, type)])) as MeasuredRows

const reportQuery = {
  ...rangeFields,
  previousFrom: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'When the period to compare with begins; default: as long before `from` as the range is.',
    }),
  ),
  groupBy: Type.Optional(OneOf(reportGroupings, { default: 'check' })),
  filterByTags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20, description: 'Has all these tags.' }),
  ),
  search: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the name of an entry.' })),
  unknownAs: Type.Optional(
    OneOf(unknownTimes, {
      default: 'excluded',
      description:
        'How a time counts of which nothing is known: nobody could see the targets, or the service did not run.',
    }),
  ),
  sortBy: Type.Optional(OneOf(reportOrders, { default: 'availability' })),
  sortOrder: Type.Optional(OneOf(['asc', 'desc'], { default: 'asc' })),
}

export const analyticsOperations = {
  ...measuredRows(),
  getHeartbeatCheckAnalytics: operation('GET /v1/analytics/heartbeat-checks/{id}', {
    summary: 'Get metrics of a heartbeat',
    ignoresUnknown: true,
    params: byId,
    query: Type.Object({
      ...queryOf(heartbeatType),
      metrics: Type.Optional(Names(metricNames(heartbeatType))),
      filterByStatus: Type.Optional(Type.Array(OneOf(heartbeatStates), { maxItems: 5 })),
    }),
    success: { status: 200, schema: CheckAnalyticsSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'TIME_RANGE_INVALID'],
    limit,
  }),
  listAnalyticsMetrics: operation('GET /v1/analytics/metrics', {
    summary: 'List the metrics of a check type',
    ignoresUnknown: true,
    query: Type.Object({ checkType: OneOf(publicCheckTypes) }),
    success: { status: 200, schema: Type.Array(MetricSchema) },
  }),
  getChecksAnalytics: operation('POST /v1/analytics/checks', {
    summary: 'Get the main metrics of up to 100 checks',
    access: 'read',
    ignoresUnknown: true,
    readsOnly: true,
    query: Type.Object({ quickRange: QuickRange() }),
    body: CheckBatchSchema,
    success: { status: 200, schema: Type.Array(CheckBatchAnalyticsSchema) },
    faults: ['CHECK_UNKNOWN'],
    limit,
  }),
  getReporting: operation('GET /v1/reporting', {
    tag: 'Reporting',
    summary: 'Get a report on all checks, at most 400 days',
    ignoresUnknown: true,
    query: Type.Object({
      ...rangeFields,
      quickRange: Type.Optional(OneOf(reportQuickRanges, { default: 'last24Hrs' })),
      filterByTags: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          maxItems: 100,
          description: 'Has all these tags.',
        }),
      ),
      deactivated: Type.Optional(Type.Boolean({ description: 'Only checks that are, or are not, deactivated.' })),
      granularity: Type.Optional(OneOf(granularities, { description: 'At most 120 periods.' })),
      timezone: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'IANA name of the time zone in which the periods of granularity begin.',
        }),
      ),
    }),
    success: { status: 200, schema: Type.Array(ReportSchema) },
    faults: ['TIME_RANGE_INVALID'],
  }),
  getAvailabilityReport: operation('GET /v1/reports/availability', {
    tag: 'Reporting',
    summary: 'Compare availability and response times of checks, groups or tags with the period before',
    query: Type.Object({
      ...reportQuery,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
      page: pageFields.page,
    }),
    success: { status: 200, schema: AvailabilityReportSchema },
    faults: ['TIME_RANGE_INVALID'],
    limit,
  }),
  exportAvailabilityReport: operation('GET /v1/reports/availability.csv', {
    tag: 'Reporting',
    summary: 'Export the same report as CSV',
    query: Type.Object(reportQuery),
    success: { status: 200, contentType: 'text/csv; charset=utf-8' },
    faults: ['TIME_RANGE_INVALID'],
    limit: { requests: 10, seconds: 60 },
  }),
} as const
