import { getCheckMetrics } from '#analytics'
import type { Handlers } from '#contract'
import { getCheckTicks, getOverview, search } from '#reporting'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const mostIssues = 500
const defaultTicks = 60
const defaultFound = 5

export const overviewHandlers = {
  getOverview: ({ query }, context) =>
    getOverview(context.store, callerOf(context), { issues: query.issues ?? mostIssues }),
  listCheckTicks: async ({ query }, context) => ({
    entries: await getCheckTicks(context.store, callerOf(context), {
      checkIds: query.checkId,
      limit: query.limit ?? defaultTicks,
    }),
  }),
  listCheckMetrics: async ({ query }, context) => ({
    entries: await getCheckMetrics(context.store, callerOf(context), {
      checkIds: query.checkId.map((id) => id.toLowerCase()),
      quickRange: query.quickRange ?? 'last30Days',
    }),
  }),
  search: async ({ query }, context) => ({
    entries: await search(context.store, callerOf(context), { text: query.text, limit: query.limit ?? defaultFound }),
  }),
} satisfies Partial<Handlers<RequestContext>>
