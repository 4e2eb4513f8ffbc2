import Type from 'typebox'
import { OutgoingHeartbeatBodySchema, OutgoingHeartbeatSchema } from '../resources/outgoing-heartbeat.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Service health')
const faults = ['OPERATORS_ONLY'] as const

/** Operations of this service: whom the installation tells that it works. */
export const outgoingHeartbeatOperations = {
  listOutgoingHeartbeats: operation('GET /v1/outgoing-heartbeats', {
    summary: 'List the heartbeats that this installation sends while it works',
    access: 'admin',
    success: { status: 200, schema: Type.Array(OutgoingHeartbeatSchema) },
    faults,
  }),
  setOutgoingHeartbeat: operation('PUT /v1/outgoing-heartbeats', {
    summary: 'Ping a URL while this installation works, in place of another one of the same host',
    access: 'admin',
    body: OutgoingHeartbeatBodySchema,
    success: { status: 200, schema: OutgoingHeartbeatSchema },
    faults: [...faults, 'OUTGOING_HEARTBEATS_FULL'],
  }),
  deleteOutgoingHeartbeat: operation('DELETE /v1/outgoing-heartbeats/{host}', {
    summary: 'Stop pinging a host',
    access: 'admin',
    params: Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) }),
    faults: [...faults, 'OUTGOING_HEARTBEAT_NOT_FOUND'],
  }),
} as const
