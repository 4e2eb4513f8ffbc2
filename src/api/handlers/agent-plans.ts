import type { Handlers } from '#contract'
import {
  confirmPlan,
  getAgentPlan,
  listAgentPlans,
  proposePlan,
  rejectPlan,
  undoPlan,
} from '../agent-plans/agent-plans.ts'
import type { RequestContext } from '../request-context.ts'

export const agentPlanHandlers = {
  listAgentPlans: ({ query }, context) => listAgentPlans(context, query.state),
  getAgentPlan: ({ params }, context) => getAgentPlan(context, params.id),
  proposeAgentPlan: ({ body }, context) => proposePlan(context, body),
  confirmAgentPlan: ({ params }, context) => confirmPlan(context, params.id),
  rejectAgentPlan: ({ params }, context) => rejectPlan(context, params.id),
  undoAgentPlan: ({ params }, context) => undoPlan(context, params.id),
} satisfies Partial<Handlers<RequestContext>>
