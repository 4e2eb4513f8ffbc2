import Type from 'typebox'
import { AlertExplanationSchema, CheckExplanationSchema } from '../resources/explanation.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Explanations')

export const explanationOperations = {
  explainCheck: operation('GET /v1/checks/{id}/explain', {
    summary: 'Explain the state of a check: the last change, who was notified of it or why nobody, and what follows',
    params: byId,
    query: Type.Object({
      at: Type.Optional(
        Type.String({ maxLength: 40, description: 'Unix seconds, or a date and time in ISO 8601; by default now.' }),
      ),
    }),
    success: { status: 200, schema: CheckExplanationSchema },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  explainCheckAlert: operation('GET /v1/check-alerts/{id}/explain', {
    summary: 'Explain an alert: how it came about, and who was notified or why nobody',
    params: byId,
    success: { status: 200, schema: AlertExplanationSchema },
    faults: ['CHECK_ALERT_NOT_FOUND'],
  }),
} as const
