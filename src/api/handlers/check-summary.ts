import type { Handlers } from '#contract'
import { getCheckSummary } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const checkSummaryHandlers = {
  getCheckSummary: ({ params }, context) =>
    getCheckSummary(context.store, callerOf(context), uuidFromPath(params.id, 'CHECK_NOT_FOUND')),
} satisfies Partial<Handlers<RequestContext>>
