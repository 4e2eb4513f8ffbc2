import type { Handlers } from '#contract'
import { getStatus, listStatuses } from '#reporting'
import { uuidFromPath } from '../path-id.ts'
import { presentStatus } from '../presenters/check-status.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const checkStatusHandlers = {
  listCheckStatuses: async (_input, context) =>
    (await listStatuses(context.store, callerOf(context), context.now)).map((state) =>
      presentStatus(state, context.now),
    ),

  getCheckStatus: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    return presentStatus(await getStatus(context.store, callerOf(context), checkId, context.now), context.now)
  },
} satisfies Partial<Handlers<RequestContext>>
