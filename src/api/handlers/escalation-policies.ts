import type { Handlers } from '#contract'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  getEscalationPolicy,
  listEscalationPolicies,
  updateEscalationPolicy,
} from '#management'
import { presentEscalationPolicy } from '../presenters/escalation-policy.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const policyId = (id: string): string => uuidFromPath(id, 'ESCALATION_POLICY_NOT_FOUND')

export const escalationPolicyHandlers = {
  listEscalationPolicies: async (_input, context) =>
    (await listEscalationPolicies(context.store, callerOf(context))).map(presentEscalationPolicy),

  createEscalationPolicy: async ({ body }, context) =>
    presentEscalationPolicy(await createEscalationPolicy(context.store, callerOf(context), body)),

  getEscalationPolicy: async ({ params }, context) =>
    presentEscalationPolicy(await getEscalationPolicy(context.store, callerOf(context), policyId(params.id))),

  updateEscalationPolicy: async ({ params, body }, context) =>
    presentEscalationPolicy(await updateEscalationPolicy(context.store, callerOf(context), policyId(params.id), body)),

  deleteEscalationPolicy: ({ params }, context) =>
    deleteEscalationPolicy(context.store, callerOf(context), policyId(params.id)),
} satisfies Partial<Handlers<RequestContext>>
