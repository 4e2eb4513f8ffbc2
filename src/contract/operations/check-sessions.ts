import {
  CancelBodySchema,
  CheckSessionProgressSchema,
  CheckSessionSchema,
  CompletedCheckSessionSchema,
  TriggerBodySchema,
  TriggeredSessionsSchema,
} from '../resources/check-session.ts'
import { byCheckSessionId, CompletionQuery, ProgressQuery } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Check sessions')

const firstVersion = {
  triggerCheckSessions: operation('POST /v1/check-sessions/trigger', {
    summary: 'Run checks now; use /v2 instead',
    access: 'run',
    body: TriggerBodySchema,
    bodySize: 'largest',
    bodyOptional: true,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['NO_CHECK_MATCHED'],
    deprecated: true,
  }),
  getCheckSession: operation('GET /v1/check-sessions/{checkSessionId}', {
    summary: 'Get a check session, a cancelled one as TIMED_OUT; use /v2 instead',
    ignoresUnknown: true,
    params: byCheckSessionId,
    success: { status: 200, schema: CheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND'],
    deprecated: true,
  }),
  getCheckSessionCompletion: operation('GET /v1/check-sessions/{checkSessionId}/completion', {
    summary: 'Wait for the end of a check session; use /v2 instead',
    ignoresUnknown: true,
    params: byCheckSessionId,
    query: CompletionQuery,
    success: { status: 200, schema: CompletedCheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND', 'COMPLETION_PENDING'],
    deprecated: true,
  }),
} as const

export const checkSessionOperations = {
  ...firstVersion,
  triggerCheckSessionsV2: operation('POST /v2/check-sessions/trigger', {
    summary: 'Run checks now: those of the target, or every activated check',
    access: 'run',
    body: TriggerBodySchema,
    bodySize: 'largest',
    bodyOptional: true,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['NO_CHECK_MATCHED'],
  }),
  getCheckSessionV2: operation('GET /v2/check-sessions/{checkSessionId}', {
    summary: 'Get a check session: one execution of a check over its locations',
    ignoresUnknown: true,
    params: byCheckSessionId,
    success: { status: 200, schema: CheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND'],
  }),
  getCheckSessionCompletionV2: operation('GET /v2/check-sessions/{checkSessionId}/completion', {
    summary: 'Wait for the end of a check session; 408 means it still runs, ask again',
    ignoresUnknown: true,
    params: byCheckSessionId,
    query: CompletionQuery,
    success: { status: 200, schema: CompletedCheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND', 'COMPLETION_PENDING'],
  }),
  getCheckSessionProgress: operation('GET /v1/check-sessions/{checkSessionId}/progress', {
    summary: 'Wait for events of the runs of a check session that are under way',
    params: byCheckSessionId,
    query: ProgressQuery,
    success: { status: 200, schema: CheckSessionProgressSchema },
    faults: ['CHECK_SESSION_NOT_FOUND'],
  }),
  cancelCheckSession: operation('POST /v1/check-sessions/{checkSessionId}/cancel', {
    summary: 'Cancel runs of a check session that are still in progress',
    access: 'run',
    params: byCheckSessionId,
    body: CancelBodySchema,
    bodyOptional: true,
    faults: ['CHECK_SESSION_NOT_FOUND', 'CANCEL_NOT_POSSIBLE', 'SEQUENCE_UNKNOWN'],
  }),
} as const
