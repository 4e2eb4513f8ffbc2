import type { Handlers } from '#contract'
import { findLocationProblems } from '#dispatch'
import { getStatus, listStatuses } from '#reporting'
import { uuidFromPath } from '../path-id.ts'
import { presentStatus } from '../presenters/check-status.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const checkStatusHandlers = {
  listCheckStatuses: async (_input, context) => {
    const states = await listStatuses(context.store, callerOf(context), context.now)
    const ids = states.map(({ checkId }) => checkId)
    const problems = await findLocationProblems(context.store, callerOf(context), ids)
    return states.map((state) => presentStatus(state, context.now, problems.get(state.checkId)))
  },

  getCheckStatus: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const state = await getStatus(context.store, callerOf(context), checkId, context.now)
    const problems = await findLocationProblems(context.store, callerOf(context), [state.checkId])
    return presentStatus(state, context.now, problems.get(state.checkId))
  },
} satisfies Partial<Handlers<RequestContext>>
