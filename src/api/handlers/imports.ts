import type { Handlers } from '#contract'
import {
  applyImportPlan,
  cancelImportPlan,
  commitImportPlan,
  createImportPlan,
  getImportPlan,
  listImportPlans,
} from '#deployments'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

interface ListQuery {
  readonly onlyUnapplied?: boolean
  readonly onlyUncommitted?: boolean
}

const filterOf = ({ onlyUnapplied = false, onlyUncommitted = false }: ListQuery) => ({ onlyUnapplied, onlyUncommitted })

export const importHandlers = {
  createImportPlanNext: ({ params: { projectLogicalId }, query, body }, context) =>
    createImportPlan(context.store, callerOf(context), {
      projectLogicalId,
      body,
      isPreview: query.preview ?? false,
      toolVersion: context.toolVersion,
    }),

  listImportPlansNext: ({ params: { projectLogicalId }, query }, context) =>
    listImportPlans(context.store, callerOf(context), { projectLogicalId, ...filterOf(query) }),

  listAllImportPlansNext: ({ query }, context) => listImportPlans(context.store, callerOf(context), filterOf(query)),

  getImportPlanNext: ({ params }, context) => getImportPlan(context.store, callerOf(context), params.id),
  applyImportPlanNext: ({ params }, context) => applyImportPlan(context.store, callerOf(context), params.id),
  commitImportPlanNext: ({ params }, context) => commitImportPlan(context.store, callerOf(context), params.id),
  cancelImportPlanNext: ({ params }, context) => cancelImportPlan(context.store, callerOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>
