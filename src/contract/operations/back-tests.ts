import Type from 'typebox'
import { BackTestBodySchema, BackTestOfChecksBodySchema, BackTestSchema, NoiseSchema } from '../resources/back-test.ts'
import { byId, rangeFields } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Back tests')
const limit = { requests: 30, seconds: 60 }

/** Operations of this service: settings tried on what happened. They change nothing. */
export const backTestOperations = {
  backTestCheck: operation('POST /v1/checks/{id}/back-test', {
    summary: 'Try settings of a check on its history',
    access: 'read',
    readsOnly: true,
    params: byId,
    body: BackTestBodySchema,
    success: { status: 200, schema: BackTestSchema },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID', 'ALERT_WINDOW_INVALID'],
    limit,
  }),
  backTestChecks: operation('POST /v1/back-tests', {
    summary: 'Try settings on the history of all checks, or of a group',
    access: 'read',
    readsOnly: true,
    body: BackTestOfChecksBodySchema,
    success: { status: 200, schema: BackTestSchema },
    faults: ['GROUP_UNKNOWN', 'TIME_RANGE_INVALID', 'ALERT_WINDOW_INVALID'],
    limit: { requests: 10, seconds: 60 },
  }),
  getNoise: operation('GET /v1/noise', {
    summary: 'List which checks and channels alert most, and settings that would have spared alerts',
    query: Type.Object({
      ...rangeFields,
      withinMinutes: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1440, default: 5, description: 'A recovery within this time was soon.' }),
      ),
    }),
    success: { status: 200, schema: NoiseSchema },
    faults: ['TIME_RANGE_INVALID'],
    limit,
  }),
} as const
