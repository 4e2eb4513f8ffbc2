import Type from 'typebox'
import { RunDataSchema, RunLogSchema, TestResultLinksSchema, TestSessionLinkSchema } from '../resources/run-data.ts'
import {
  StartedTestRunSchema,
  StartedTestTriggerSchema,
  TestRunBodySchema,
  TestSchedulingSchema,
  TestTriggerBodySchema,
} from '../resources/test-run.ts'
import { Uuid } from '../schema.ts'
import { planFaults } from './operation-faults.ts'
import { CompletionQuery } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Test sessions')

/** Of unsaved checks, in the shapes of the command line tool. */
const run = {
  summary: 'Run checks once that are not saved',
  body: TestRunBodySchema,
  bodySize: 'project',
  success: { status: 202, schema: StartedTestRunSchema },
  faults: ['TEST_JOB_INVALID', 'RUN_LOCATION_UNKNOWN', ...planFaults],
} as const

const byAsset = Type.Object({
  region: Type.String({ minLength: 1, maxLength: 255 }),
  key: Type.String({ minLength: 1, maxLength: 500, description: 'As a live result has it.' }),
})
const resultFaults = ['TEST_SESSION_NOT_FOUND', 'TEST_SESSION_RESULT_NOT_FOUND'] as const

/** Operations of test sessions that only the command line tool of the hosted product calls. */
export const testRunOperations = {
  runTestSession: operation('POST /v1/test-sessions/run', run),
  runTestSessionNext: operation('POST /next/test-sessions/run', { ...run, deprecated: true }),
  getTestSessionScheduling: operation('GET /v1/test-sessions/scheduling/{schedulingId}/completion', {
    summary: 'Wait until the runs of a test session are queued',
    ignoresUnknown: true,
    params: Type.Object({ schedulingId: Uuid() }),
    query: CompletionQuery,
    success: { status: 200, schema: TestSchedulingSchema },
    faults: ['TEST_SESSION_NOT_FOUND'],
  }),
  triggerTestSessionNext: operation('POST /next/test-sessions/trigger', {
    summary: 'Run saved checks once in one location, for the command line tool',
    access: 'run',
    body: TestTriggerBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: StartedTestTriggerSchema },
    faults: ['NO_CHECK_SELECTED', 'RUN_LOCATION_UNKNOWN', 'SECRET_UNKNOWN'],
  }),
  getRunLogNext: operation('GET /next/assets/log/{region}/{key}', {
    summary: 'Get the log of a run that is followed live',
    params: byAsset,
    success: { status: 200, schema: RunLogSchema },
    faults: resultFaults,
  }),
  getRunDataNext: operation('GET /next/assets/check-run-data/{region}/{key}', {
    summary: 'Get request, response and assertions of a run that is followed live',
    params: byAsset,
    success: { status: 200, schema: RunDataSchema },
    faults: resultFaults,
  }),
  getTestSessionLinkNext: operation('GET /next/test-sessions/{testSessionId}/link', {
    summary: 'Get the page of a test session',
    params: Type.Object({ testSessionId: Uuid() }),
    success: { status: 200, schema: TestSessionLinkSchema },
    faults: ['TEST_SESSION_NOT_FOUND'],
  }),
  getTestSessionResultLinksNext: operation(
    'GET /next/test-sessions/{testSessionId}/results/{testSessionResultId}/links',
    {
      summary: 'Get the page of a result of a test session, and its traces, videos and screenshots',
      params: Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() }),
      success: { status: 200, schema: TestResultLinksSchema },
      faults: resultFaults,
    },
  ),
} as const
