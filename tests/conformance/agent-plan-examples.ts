import type { OperationId } from '#contract'
import { createEncryption } from '#kernel'
import { registerAgentClient } from '#management'
import { testSecretKey } from '../support/api.ts'
import type { Example } from './examples.ts'
import { outgoingHeartbeatExamples } from './outgoing-heartbeat-examples.ts'

/** The body of a plan that an agent proposes. */
export const agentPlan = () => ({
  operation: 'createCheckGroupV2',
  body: { name: 'Proposed by an agent' },
  reason: 'The conformance tests need it.',
})

const redirectUri = 'http://127.0.0.1/callback'
const client = registerAgentClient(
  { encryption: createEncryption(testSecretKey) },
  { client_name: 'Coder', redirect_uris: [redirectUri] },
)

/** A request of a registered program to act for somebody. */
export const agentRequest = () => ({
  clientId: client.id,
  redirectUri,
  responseType: 'code',
  codeChallenge: 'x'.repeat(43),
  codeChallengeMethod: 'S256',
})

const proposed: Example = { params: ({ agentPlanId }) => ({ id: agentPlanId }) }

/** How the operations of plans are called, and of what the installation sends. */
export const agentPlanExamples: { readonly [K in OperationId]?: Example } = {
  ...outgoingHeartbeatExamples,
  getAgentPlan: proposed,
  confirmAgentPlan: proposed,
  rejectAgentPlan: { params: ({ otherAgentPlanId }) => ({ id: otherAgentPlanId }) },
  undoAgentPlan: { params: ({ appliedAgentPlanId }) => ({ id: appliedAgentPlanId }) },
  proposeAgentPlan: { body: agentPlan },
  getAgentRequest: { query: agentRequest() },
  acceptAgentRequest: { body: () => ({ ...agentRequest(), mode: 'READ' }) },
  endAgentConnection: { params: ({ agentConnectionId }) => ({ id: agentConnectionId }) },
  setAgentAccess: { body: () => ({ isAllowed: true }) },
  setProbeTargets: { body: () => ({ targets: ['shop.example.com'] }) },
}
