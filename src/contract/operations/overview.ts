import Type from 'typebox'
import { CheckMetricsListSchema, CheckTicksListSchema, FoundListSchema, OverviewSchema } from '../resources/overview.ts'
import { quickRanges } from '../resources/analytics.ts'
import { OneOf, Uuid } from '../schema.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Overview')

/** Operations of the dashboard. Each takes one or two statements, however many checks there are. */
export const overviewOperations = {
  getOverview: operation('GET /v1/overview', {
    summary: 'Whether anything is wrong now, since when, why, and who was notified',
    query: Type.Object({
      issues: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          default: 500,
          description: 'Lists so many issues at most; `problems` counts the checks of all of them.',
        }),
      ),
    }),
    success: { status: 200, schema: OverviewSchema },
  }),
  listCheckTicks: operation('GET /v1/check-ticks', {
    summary: 'The last runs of many checks',
    query: Type.Object({
      checkId: Type.Array(Uuid(), { minItems: 1, maxItems: 100 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 240, default: 60 })),
    }),
    success: { status: 200, schema: CheckTicksListSchema },
  }),
  listCheckMetrics: operation('GET /v1/check-metrics', {
    summary: 'Availability and 95th percentile of many checks',
    query: Type.Object({
      checkId: Type.Array(Uuid(), { minItems: 1, maxItems: 100 }),
      quickRange: Type.Optional(OneOf(quickRanges, { default: 'last30Days' })),
    }),
    success: { status: 200, schema: CheckMetricsListSchema },
  }),
  search: operation('GET /v1/search', {
    summary:
      'Find checks, groups, channels, locations, status pages, incidents, maintenance windows, dashboards and variables by name',
    query: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name, case-insensitive.' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 5, description: 'Of each kind, at most.' }),
      ),
    }),
    success: { status: 200, schema: FoundListSchema },
  }),
} as const
