import { defaultPageSize, measuredTypes, pageWindow } from '#contract'
import type { AnalyticsType, Handler, HandlerInput, Handlers, MeasuredOperationId, QuickRange } from '#contract'
import {
  getAvailabilityPage,
  getAvailabilityReport,
  getCheckAnalytics,
  getChecksAnalytics,
  getHeartbeatAnalytics,
  getReport,
  listMetrics,
} from '#analytics'
import type { AvailabilityQuestion } from '#analytics'
import { availabilityCsv } from '../presenters/availability-csv.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

interface Range {
  readonly from?: string
  readonly to?: string
  readonly quickRange?: QuickRange
  readonly limit?: number
  readonly page?: number
}

const rangeAndPage = ({ from, to, quickRange = 'last24Hours', limit = defaultPageSize, page = 1 }: Range) => ({
  from,
  to,
  quickRange,
  limit,
  page,
})

interface Query extends Range {
  readonly metrics: readonly string[]
  readonly aggregationInterval?: number
  readonly filterByStatus?: readonly ('success' | 'failure')[]
  readonly groupBy?: string
}

/** The handler of the checks of one type. */
const measured =
  (checkType: AnalyticsType) =>
  ({ params, query }: { params: { id: string }; query: Query }, context: RequestContext) =>
    getCheckAnalytics(context.store, callerOf(context), {
      ...rangeAndPage(query),
      checkId: uuidFromPath(params.id, 'CHECK_NOT_FOUND'),
      checkType,
      metrics: query.metrics,
      aggregationInterval: query.aggregationInterval ?? null,
      filterByStatus: [...new Set(query.filterByStatus)],
      groupBy: query.groupBy ?? null,
    })

type MeasuredHandlers = { readonly [K in MeasuredOperationId]: Handler<K, RequestContext> }

/** The cast is safe because each type with an operation for its metrics names the handler of that operation. */
function measuredHandlers(entries: unknown[][]): MeasuredHandlers {
  return Object.fromEntries(entries) as MeasuredHandlers
}

export const analyticsHandlers = {
  ...measuredHandlers(measuredTypes.map(({ type, operation }) => [operation, measured(type)])),

  getHeartbeatCheckAnalytics: ({ params, query }, context) =>
    getHeartbeatAnalytics(context.store, callerOf(context), {
      ...rangeAndPage(query),
      checkId: uuidFromPath(params.id, 'CHECK_NOT_FOUND'),
      metrics: query.metrics ?? ['availability'],
      filterByStatus: query.filterByStatus ?? [],
    }),

  listAnalyticsMetrics: async ({ query }) => listMetrics(query.checkType),

  getChecksAnalytics: ({ query, body }, context) =>
    getChecksAnalytics(context.store, callerOf(context), {
      checkIds: body.checkIds.map((id) => id.toLowerCase()),
      quickRange: query.quickRange ?? 'last24Hours',
    }),

  getReporting: ({ query }, context) =>
    getReport(context.store, callerOf(context), {
      from: query.from,
      to: query.to,
      quickRange: quickRangeOf(query.quickRange ?? 'last24Hrs'),
      filterByTags: query.filterByTags ?? [],
      deactivated: query.deactivated ?? null,
      granularity: query.granularity ?? null,
      timezone: query.timezone ?? null,
    }),

  getAvailabilityReport: ({ query }, context) => {
    const window = pageWindow({ ...query, limit: query.limit ?? 100 })
    return getAvailabilityPage(context.store, callerOf(context), questionOf(query), window)
  },

  exportAvailabilityReport: async ({ query }, context) => {
    const { entries } = await getAvailabilityReport(context.store, callerOf(context), questionOf(query))
    return availabilityCsv(entries)
  },
} satisfies Partial<Handlers<RequestContext>>

type ReportQuery = HandlerInput<'exportAvailabilityReport'>['query']

const questionOf = (query: ReportQuery): AvailabilityQuestion => ({
  from: query.from,
  to: query.to,
  previousFrom: query.previousFrom,
  groupBy: query.groupBy ?? 'check',
  tags: query.filterByTags ?? [],
  search: query.search ?? '',
  unknownAs: query.unknownAs ?? 'excluded',
  sortBy: query.sortBy ?? 'availability',
  isDescending: query.sortOrder === 'desc',
})

/** Reports name one of the ranges differently. */
const quickRangeOf = (name: QuickRange | 'last24Hrs'): QuickRange => (name === 'last24Hrs' ? 'last24Hours' : name)
