import Type from 'typebox'
import { CheckSeriesSchema } from '../resources/check-series.ts'
import { byId, rangeFields } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Analytics')

export const maxSeriesPoints = 500

export const checkSeriesOperations = {
  getCheckSeries: operation('GET /v1/checks/{id}/series', {
    summary: 'Get the results of a check by interval, with its events',
    params: byId,
    query: Type.Object({
      ...rangeFields,
      points: Type.Optional(
        Type.Integer({
          minimum: 2,
          maximum: maxSeriesPoints,
          default: 120,
          description: 'At most so many intervals, of a length that clocks show, for example 5 minutes.',
        }),
      ),
      byLocation: Type.Optional(Type.Boolean({ default: false, description: 'Also each location apart.' })),
    }),
    success: { status: 200, schema: CheckSeriesSchema },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
    limit: { requests: 120, seconds: 60 },
  }),
} as const
