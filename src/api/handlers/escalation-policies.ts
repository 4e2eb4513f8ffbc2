import type { Handlers } from '#contract'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  getEscalationPolicy,
  listEscalationPolicies,
  updateEscalationPolicy,
} from '#management'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const policyId = (id: string): string => uuidFromPath(id, 'ESCALATION_POLICY_NOT_FOUND')

export const escalationPolicyHandlers = {
  listEscalationPolicies: (_input, context) => listEscalationPolicies(context.store, callerOf(context)),
  createEscalationPolicy: ({ body }, context) => createEscalationPolicy(context.store, callerOf(context), body),
  getEscalationPolicy: ({ params }, context) =>
    getEscalationPolicy(context.store, callerOf(context), policyId(params.id)),
  updateEscalationPolicy: ({ params, body }, context) =>
    updateEscalationPolicy(context.store, callerOf(context), policyId(params.id), body),
  deleteEscalationPolicy: ({ params }, context) =>
    deleteEscalationPolicy(context.store, callerOf(context), policyId(params.id)),
} satisfies Partial<Handlers<RequestContext>>
