import Type from 'typebox'
import { AgentPlanBodySchema, AgentPlanSchema, agentPlanStates } from '../resources/agent-plan.ts'
import { OneOf } from '../schema.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Agent plans')
const plan = { status: 200, schema: AgentPlanSchema } as const

/** Operations of this service: what programs propose, and what people decide about it. */
export const agentPlanOperations = {
  listAgentPlans: operation('GET /v1/agent-plans', {
    summary: 'List the changes that programs proposed, the latest first, at most 100',
    query: Type.Object({ state: Type.Optional(OneOf(agentPlanStates)) }),
    success: { status: 200, schema: Type.Array(AgentPlanSchema) },
  }),
  getAgentPlan: operation('GET /v1/agent-plans/{id}', {
    summary: 'Get a change that a program proposed',
    params: byId,
    success: plan,
    faults: ['AGENT_PLAN_NOT_FOUND'],
  }),
  proposeAgentPlan: operation('POST /v1/agent-plans', {
    summary: 'Propose a change, which happens once somebody confirms it within ten minutes',
    decidesPlans: true,
    access: 'read',
    body: AgentPlanBodySchema,
    success: { status: 201, schema: AgentPlanSchema },
    limit: { requests: 30, seconds: 60 },
    faults: ['AGENTS_OFF', 'AGENT_PLAN_INVALID', 'AGENT_PLANS_FULL'],
  }),
  confirmAgentPlan: operation('POST /v1/agent-plans/{id}/confirm', {
    summary: 'Carry out a proposed change, with the role of the caller',
    decidesPlans: true,
    access: 'run',
    params: byId,
    success: plan,
    faults: ['AGENT_PLAN_NOT_FOUND', 'AGENT_PLAN_NOT_OPEN'],
  }),
  rejectAgentPlan: operation('POST /v1/agent-plans/{id}/reject', {
    summary: 'Reject a proposed change',
    decidesPlans: true,
    access: 'run',
    params: byId,
    success: plan,
    faults: ['AGENT_PLAN_NOT_FOUND', 'AGENT_PLAN_NOT_OPEN'],
  }),
  undoAgentPlan: operation('POST /v1/agent-plans/{id}/undo', {
    summary: 'Undo a change that was carried out, unless somebody changed the resource since',
    decidesPlans: true,
    access: 'run',
    params: byId,
    success: plan,
    faults: ['AGENT_PLAN_NOT_FOUND', 'AGENT_PLAN_NOT_UNDOABLE'],
  }),
} as const
