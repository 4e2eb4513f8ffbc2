import type { Handlers } from '#contract'
import { findLocationProblems } from '#runs'
import { getStatus, listStatuses } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentStatus } from '../presenters/check-status.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const checkStatusHandlers = {
  listCheckStatuses: async ({ query: { limit = null, page = 1 } }, context) => {
    const offset = (page - 1) * (limit ?? 0)
    const found = await listStatuses(context.store, callerOf(context), { limit, offset }, context.now)
    const ids = found.items.map(({ checkId }) => checkId)
    const problems = await findLocationProblems(context.store, callerOf(context), ids)
    return presentedPage(found, offset, (state) => presentStatus(state, context.now, problems.get(state.checkId)))
  },

  getCheckStatus: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const state = await getStatus(context.store, callerOf(context), checkId, context.now)
    const problems = await findLocationProblems(context.store, callerOf(context), [state.checkId])
    return presentStatus(state, context.now, problems.get(state.checkId))
  },
} satisfies Partial<Handlers<RequestContext>>
