import { ProbeTargetsSchema } from '../resources/probe-targets.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Probes')
const success = { status: 200, schema: ProbeTargetsSchema } as const

/** Operations of this service: hosts that Prometheus may have probed with keys of the account. */
export const probeTargetOperations = {
  getProbeTargets: operation('GET /v1/probe-targets', {
    summary: 'Get the hosts that keys of the account may probe',
    success,
  }),
  setProbeTargets: operation('PUT /v1/probe-targets', {
    summary: 'Replace the hosts that keys of the account may probe',
    access: 'admin',
    body: ProbeTargetsSchema,
    success,
  }),
} as const
