import { ServiceHealthSchema } from '../resources/service-health.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Service health')

export const serviceHealthOperations = {
  getServiceHealth: operation('GET /v1/service-health', {
    summary: 'List the health findings of the account and the installation, with remedies',
    access: 'admin',
    success: { status: 200, schema: ServiceHealthSchema },
  }),
} as const
