import Type from 'typebox'
import {
  AgentAccessSchema,
  AgentAccessViewSchema,
  AgentConnectionSchema,
  AgentConsentBodySchema,
  AgentConsentSchema,
  AgentRequestSchema,
  AgentRequestViewSchema,
} from '../resources/agent-connection.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Agent connections')
const access = { status: 200, schema: AgentAccessSchema } as const
const faults = ['PERSON_REQUIRED', 'AGENTS_OFF', 'AGENT_CLIENT_INVALID', 'AGENT_REQUEST_INVALID'] as const

/** Operations of this service: programs that people let act for them. */
export const agentConnectionOperations = {
  getAgentRequest: operation('GET /v1/agent-request', {
    summary: 'Read the request of a program that wants to act for the person who is signed in',
    query: AgentRequestSchema,
    success: { status: 200, schema: AgentRequestViewSchema },
    limit: { requests: 60, seconds: 60 },
    faults,
  }),
  acceptAgentRequest: operation('POST /v1/agent-request', {
    summary: 'Let a program act for the person who is signed in',
    access: 'read',
    body: AgentConsentBodySchema,
    success: { status: 201, schema: AgentConsentSchema },
    limit: { requests: 30, seconds: 60 },
    faults,
  }),
  listAgentConnections: operation('GET /v1/agent-connections', {
    summary: 'List the programs that are connected: of everybody for administrators, otherwise those of the caller',
    success: { status: 200, schema: Type.Array(AgentConnectionSchema) },
  }),
  endAgentConnection: operation('DELETE /v1/agent-connections/{id}', {
    summary: 'Disconnect a program immediately, in every process',
    access: 'read',
    params: byId,
    faults: ['AGENT_CONNECTION_NOT_FOUND'],
  }),
  getAgentAccess: operation('GET /v1/agent-access', {
    summary: 'Get whether agents may use the account, and the mode of the caller',
    success: { status: 200, schema: AgentAccessViewSchema },
  }),
  setAgentAccess: operation('PUT /v1/agent-access', {
    summary: 'Turn agents on or off in the account',
    access: 'admin',
    body: AgentAccessSchema,
    success: access,
  }),
} as const
