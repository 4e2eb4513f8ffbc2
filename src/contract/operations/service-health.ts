import { ServiceHealthSchema } from '../resources/service-health.ts'
import { operation } from './row.ts'

export const serviceHealthOperations = {
  getServiceHealth: operation({
    method: 'GET',
    path: '/v1/service-health',
    tag: 'Service health',
    summary: 'List the health findings of the account and the installation, with remedies',
    access: 'admin',
    success: { status: 200, schema: ServiceHealthSchema },
    faults: [],
  }),
} as const
