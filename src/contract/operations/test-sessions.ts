import Type from 'typebox'
import { CancelBodySchema } from '../resources/check-session.ts'
import {
  EndedTestSessionSchema,
  TestSessionProgressSchema,
  TestSessionListSchema,
  testSessionProviders,
  TestSessionResultDetailSchema,
  TestSessionSchema,
  testSessionStatuses,
  TestSessionTriggerBodySchema,
} from '../resources/test-session.ts'
import { OneOf, Uuid } from '../schema.ts'
import { CompletionQuery, cursorFields, ProgressQuery, rangeFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Test sessions')
const byTestSessionId = Type.Object({ testSessionId: Uuid() })

const anyOf = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100, description }))

const ListQuery = Type.Object({
  ...cursorFields,
  ...rangeFields,
  statuses: Type.Optional(Type.Array(OneOf(testSessionStatuses), { maxItems: 20 })),
  providers: Type.Optional(Type.Array(OneOf(testSessionProviders), { maxItems: 20 })),
  branches: anyOf('Branch names.'),
  users: anyOf('Names, email addresses or ids of the users who started them.'),
  noUsers: Type.Optional(
    Type.Boolean({ default: false, description: 'Sessions without a user; with `users`, in addition to theirs.' }),
  ),
  textSearch: Type.Optional(
    Type.String({ minLength: 3, maxLength: 200, description: 'Part of the name, branch, commit or environment.' }),
  ),
  errorGroupId: Type.Optional(TextId()),
  isDegraded: Type.Optional(Type.Boolean({ description: 'Whether a run of the session was degraded.' })),
})

export const testSessionOperations = {
  listTestSessions: operation('GET /v1/test-sessions', {
    summary: 'List test sessions, newest first',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: TestSessionListSchema },
    faults: ['CURSOR_INVALID', 'TIME_RANGE_INVALID'],
  }),
  triggerTestSession: operation('POST /v1/test-sessions/trigger', {
    summary: 'Run checks once in one location, without alerts',
    access: 'run',
    body: TestSessionTriggerBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: TestSessionSchema },
    faults: ['NO_CHECK_MATCHED', 'RUN_LOCATION_UNKNOWN', 'SECRET_UNKNOWN'],
  }),
  getTestSession: operation('GET /v1/test-sessions/{testSessionId}', {
    summary: 'Get a test session with the results it has so far',
    ignoresUnknown: true,
    params: byTestSessionId,
    success: { status: 200, schema: TestSessionSchema },
    faults: ['TEST_SESSION_NOT_FOUND'],
  }),
  getTestSessionCompletion: operation('GET /v1/test-sessions/{testSessionId}/completion', {
    summary: 'Wait for the end of a test session; 408 means it still runs, ask again',
    ignoresUnknown: true,
    params: byTestSessionId,
    query: CompletionQuery,
    success: { status: 200, schema: EndedTestSessionSchema },
    faults: ['TEST_SESSION_NOT_FOUND', 'COMPLETION_PENDING'],
  }),
  getTestSessionProgress: operation('GET /v1/test-sessions/{testSessionId}/progress', {
    summary: 'Wait for events of the runs of a test session that are under way',
    params: byTestSessionId,
    query: ProgressQuery,
    success: { status: 200, schema: TestSessionProgressSchema },
    faults: ['TEST_SESSION_NOT_FOUND'],
  }),
  cancelTestSession: operation('POST /v1/test-sessions/{testSessionId}/cancel', {
    summary: 'Cancel runs of a test session that have not ended',
    access: 'run',
    params: byTestSessionId,
    body: CancelBodySchema,
    bodyOptional: true,
    faults: ['TEST_SESSION_NOT_FOUND', 'SEQUENCE_UNKNOWN'],
  }),
  getTestSessionResult: operation('GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}', {
    summary: 'Get one result of a test session',
    ignoresUnknown: true,
    params: Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() }),
    success: { status: 200, schema: TestSessionResultDetailSchema },
    faults: ['TEST_SESSION_NOT_FOUND', 'TEST_SESSION_RESULT_NOT_FOUND'],
  }),
} as const
