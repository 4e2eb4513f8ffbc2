import type { OperationId } from '#contract'
import type { Example } from './examples.ts'

/** The body of a plan that an agent proposes. */
export const agentPlan = () => ({
  operation: 'createCheckGroupV2',
  body: { name: 'Proposed by an agent' },
  reason: 'The conformance tests need it.',
})

const proposed: Example = { params: ({ agentPlanId }) => ({ id: agentPlanId }) }

/** How the operations of plans are called. */
export const agentPlanExamples: { readonly [K in OperationId]?: Example } = {
  getAgentPlan: proposed,
  confirmAgentPlan: proposed,
  rejectAgentPlan: { params: ({ otherAgentPlanId }) => ({ id: otherAgentPlanId }) },
  undoAgentPlan: { params: ({ appliedAgentPlanId }) => ({ id: appliedAgentPlanId }) },
  proposeAgentPlan: { body: agentPlan },
}
