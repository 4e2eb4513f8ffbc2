import type { Handlers } from '#contract'
import { requestAnalysis, requestTestSessionAnalysis } from '#management'
import { getAnalysis } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { pendingAnalysis, presentAnalysis } from '../presenters/root-cause-analysis.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const rootCauseAnalysisHandlers = {
  requestAnalysis: async ({ params, body }, context) => {
    const groupId = uuidFromPath(params.errorGroupId, 'ERROR_GROUP_NOT_FOUND')
    return pendingAnalysis(await requestAnalysis(context.store, callerOf(context), { groupId, body }))
  },

  requestTestSessionAnalysis: async ({ params, body }, context) => {
    const groupId = uuidFromPath(params.testSessionErrorGroupId, 'ERROR_GROUP_NOT_FOUND')
    return pendingAnalysis(await requestTestSessionAnalysis(context.store, callerOf(context), { groupId, body }))
  },

  getRootCauseAnalysis: async ({ params }, context) => {
    const id = uuidFromPath(params.id, 'ROOT_CAUSE_ANALYSIS_NOT_FOUND')
    return presentAnalysis(await getAnalysis(context.store, callerOf(context), id))
  },
} satisfies Partial<Handlers<RequestContext>>
