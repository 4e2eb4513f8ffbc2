import Type from 'typebox'
import {
  CancelBodySchema,
  CheckSessionSchema,
  CompletedCheckSessionSchema,
  TriggerBodySchema,
  TriggeredSessionsSchema,
} from '../resources/check-session.ts'
import { byCheckSessionId } from './request-parts.ts'
import { operation } from './row.ts'

const CompletionQuery = Type.Object({
  maxWaitSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: 'How long to wait for the end before answering 408.' }),
  ),
})

const firstVersion = {
  triggerCheckSessions: operation({
    method: 'POST',
    path: '/v1/check-sessions/trigger',
    tag: 'Check sessions',
    summary: 'Run checks now; use /v2 instead',
    access: 'run',
    body: TriggerBodySchema,
    bodyOptional: true,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['NO_CHECK_MATCHED'],
    deprecated: true,
  }),
  getCheckSession: operation({
    method: 'GET',
    path: '/v1/check-sessions/{checkSessionId}',
    tag: 'Check sessions',
    summary: 'Get a check session, a cancelled one as TIMED_OUT; use /v2 instead',
    access: 'read',
    params: byCheckSessionId,
    success: { status: 200, schema: CheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND'],
    deprecated: true,
  }),
  getCheckSessionCompletion: operation({
    method: 'GET',
    path: '/v1/check-sessions/{checkSessionId}/completion',
    tag: 'Check sessions',
    summary: 'Wait for the end of a check session; use /v2 instead',
    access: 'read',
    params: byCheckSessionId,
    query: CompletionQuery,
    success: { status: 200, schema: CompletedCheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND', 'COMPLETION_PENDING'],
    deprecated: true,
  }),
} as const

export const checkSessionOperations = {
  ...firstVersion,
  triggerCheckSessionsV2: operation({
    method: 'POST',
    path: '/v2/check-sessions/trigger',
    tag: 'Check sessions',
    summary: 'Run checks now: those of the target, or every activated check',
    access: 'run',
    body: TriggerBodySchema,
    bodyOptional: true,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['NO_CHECK_MATCHED'],
  }),
  getCheckSessionV2: operation({
    method: 'GET',
    path: '/v2/check-sessions/{checkSessionId}',
    tag: 'Check sessions',
    summary: 'Get a check session: one execution of a check over its locations',
    access: 'read',
    params: byCheckSessionId,
    success: { status: 200, schema: CheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND'],
  }),
  getCheckSessionCompletionV2: operation({
    method: 'GET',
    path: '/v2/check-sessions/{checkSessionId}/completion',
    tag: 'Check sessions',
    summary: 'Wait for the end of a check session; 408 means it still runs, ask again',
    access: 'read',
    params: byCheckSessionId,
    query: CompletionQuery,
    success: { status: 200, schema: CompletedCheckSessionSchema },
    faults: ['CHECK_SESSION_NOT_FOUND', 'COMPLETION_PENDING'],
  }),
  cancelCheckSession: operation({
    method: 'POST',
    path: '/v1/check-sessions/{checkSessionId}/cancel',
    tag: 'Check sessions',
    summary: 'Cancel runs of a check session that are still under way',
    access: 'run',
    params: byCheckSessionId,
    body: CancelBodySchema,
    bodyOptional: true,
    success: { status: 204 },
    faults: ['CHECK_SESSION_NOT_FOUND', 'CANCEL_NOT_POSSIBLE'],
  }),
} as const
