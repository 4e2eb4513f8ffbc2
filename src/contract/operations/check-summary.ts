import { CheckSummarySchema } from '../resources/check-summary.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Checks')

export const checkSummaryOperations = {
  getCheckSummary: operation('GET /v1/checks/{id}/summary', {
    summary: 'Get when a check runs next, how many alerts and errors it has, and its neighbours by name',
    params: byId,
    success: { status: 200, schema: CheckSummarySchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
} as const
