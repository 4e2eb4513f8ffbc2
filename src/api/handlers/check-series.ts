import { getCheckSeries } from '#analytics'
import type { Handlers } from '#contract'
import { listAnnotations } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const defaultPoints = 120

export const checkSeriesHandlers = {
  getCheckSeries: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.id, 'CHECK_NOT_FOUND')
    const caller = callerOf(context)
    const { points = defaultPoints, byLocation = false, ...range } = query
    const series = await getCheckSeries(context.store, caller, { ...range, checkId, points, byLocation })
    return { ...series, annotations: await listAnnotations(context.store, caller, checkId, series) }
  },
} satisfies Partial<Handlers<RequestContext>>
