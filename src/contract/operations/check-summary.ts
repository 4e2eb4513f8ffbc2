import { CheckSummarySchema } from '../resources/check-summary.ts'
import { byId } from './request-parts.ts'
import { operation } from './row.ts'

export const checkSummaryOperations = {
  getCheckSummary: operation({
    method: 'GET',
    path: '/v1/checks/{id}/summary',
    tag: 'Checks',
    summary: 'Get when a check runs next, how many alerts and errors it has, and its neighbours by name',
    access: 'read',
    params: byId,
    success: { status: 200, schema: CheckSummarySchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
} as const
