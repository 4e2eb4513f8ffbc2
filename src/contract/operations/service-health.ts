import { ServiceHealthSchema } from '../resources/service-health.ts'
import { operation } from './row.ts'

export const serviceHealthOperations = {
  getServiceHealth: operation({
    method: 'GET',
    path: '/v1/service-health',
    tag: 'Service health',
    summary: 'What needs attention in the account and in the installation, and what to do',
    access: 'admin',
    success: { status: 200, schema: ServiceHealthSchema },
    faults: [],
  }),
} as const
