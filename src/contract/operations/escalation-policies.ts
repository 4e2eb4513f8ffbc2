import Type from 'typebox'
import {
  EscalationPolicyBodySchema,
  EscalationPolicySchema,
  EscalationPolicyUpdateBodySchema,
} from '../resources/escalation-policy.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Escalation policies')

export const escalationPolicyOperations = {
  listEscalationPolicies: operation('GET /v1/escalation-policies', {
    summary: 'List escalation policies with where they are used, by name',
    success: { status: 200, schema: Type.Array(EscalationPolicySchema) },
  }),
  createEscalationPolicy: operation('POST /v1/escalation-policies', {
    summary: 'Create an escalation policy',
    body: EscalationPolicyBodySchema,
    success: { status: 201, schema: EscalationPolicySchema },
    faults: ['ALERT_CHANNEL_UNKNOWN', 'ESCALATION_STEPS_UNORDERED', 'ESCALATION_POLICIES_FULL'],
  }),
  getEscalationPolicy: operation('GET /v1/escalation-policies/{id}', {
    summary: 'Get an escalation policy',
    params: byId,
    success: { status: 200, schema: EscalationPolicySchema },
    faults: ['ESCALATION_POLICY_NOT_FOUND'],
  }),
  updateEscalationPolicy: operation('PUT /v1/escalation-policies/{id}', {
    summary: 'Update an escalation policy; absent fields keep their value',
    params: byId,
    body: EscalationPolicyUpdateBodySchema,
    success: { status: 200, schema: EscalationPolicySchema },
    faults: ['ESCALATION_POLICY_NOT_FOUND', 'ALERT_CHANNEL_UNKNOWN', 'ESCALATION_STEPS_UNORDERED'],
  }),
  deleteEscalationPolicy: operation('DELETE /v1/escalation-policies/{id}', {
    summary: 'Delete an escalation policy that no alert settings name',
    params: byId,
    faults: ['ESCALATION_POLICY_NOT_FOUND', 'ESCALATION_POLICY_IN_USE'],
  }),
} as const
