import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { resultDetailFields } from './check-result.ts'
import { runEventFields } from './dry-run.ts'
import { CursorList } from './cursor-list.ts'
import { RetryStrategySchema } from './retry-strategy.ts'
import { matching } from '../matching.ts'
import { checkTargetFields } from './check-target.ts'

/** All but RUNNING are terminal. */
export const testSessionStatuses = ['RUNNING', 'FAILED', 'PASSED', 'CANCELLED'] as const
export type TestSessionStatus = (typeof testSessionStatuses)[number]
export type EndedTestSessionStatus = Exclude<TestSessionStatus, 'RUNNING'>

/** Where a test session was started from. */
export const testSessionProviders = ['GITHUB', 'VERCEL', 'API', 'TRIGGER', 'PW_REPORTER'] as const
export type TestSessionProvider = (typeof testSessionProviders)[number]

const largestText = 5_000
const GivenText = () => Type.Optional(Nullable(Type.String({ maxLength: largestText })))

/** The tested revision. Stored and returned unchanged. */
export const TestSessionMetadataSchema = Type.Object(
  {
    environment: Type.Optional(Type.String({ minLength: 1, maxLength: largestText })),
    repoUrl: GivenText(),
    commitId: GivenText(),
    commitOwner: GivenText(),
    commitMessage: GivenText(),
    branchName: GivenText(),
    pipelineUrl: Type.Optional(
      Nullable(Type.String({ maxLength: largestText, description: 'The run of the pipeline, for its link.' })),
    ),
    github: Type.Optional(
      Type.Object({
        reporting: Type.Boolean(),
        repository: GivenText(),
        sha: GivenText(),
        runId: GivenText(),
        runAttempt: GivenText(),
        workflow: GivenText(),
        job: GivenText(),
        eventName: GivenText(),
        ref: GivenText(),
        headRef: GivenText(),
        baseRef: GivenText(),
        serverUrl: GivenText(),
      }),
    ),
  },
  { description: 'What is tested: returned unchanged, and used as filters of lists.' },
)
export type TestSessionMetadata = Static<typeof TestSessionMetadataSchema>

export const TestVariableSchema = Strict({
  key: Type.String({
    minLength: 1,
    maxLength: 512,
    ...matching('^[^\\s{}\\u0000-\\u001f]+$', 'a name without spaces and braces, for example SHOP_HOST'),
  }),
  value: Nullable(Type.String({ maxLength: 65_536 }), {
    description: 'Null for a secret: the value is that of the secret with this key.',
  }),
  locked: Type.Optional(Type.Boolean({ default: false })),
  secret: Type.Optional(Type.Boolean({ default: false })),
})
export type TestVariable = Static<typeof TestVariableSchema>

/** Without a target every activated check runs. */
export const TestSessionTriggerBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 1_000 }),
  runLocation: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The location in which it runs: a region code, or the slug name of a private location.',
  }),
  target: Type.Optional(
    Strict({
      ...checkTargetFields,
      allowDeactivated: Type.Optional(Type.Boolean({ default: false, description: 'Run deactivated checks too.' })),
    }),
  ),
  environmentVariables: Type.Optional(
    Type.Array(TestVariableSchema, {
      maxItems: 50,
      description: 'Override those of the check, its group and the account.',
    }),
  ),
  retryStrategy: Type.Optional({
    ...RetryStrategySchema,
    description: 'Null: no retries. Default: the retry strategy of each check.',
  }),
  updateSnapshots: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Browser and multi-step checks whose run does not fail get the golden files that it wrote.',
    }),
  ),
  refreshCache: Type.Optional(Type.Boolean({ default: false })),
  metadata: Type.Optional(TestSessionMetadataSchema),
})
export type TestSessionTriggerBody = Static<typeof TestSessionTriggerBodySchema>

const resultFields = {
  testSessionResultId: Uuid(),
  testSessionResultLink: Type.String(),
  checkId: Nullable(Uuid()),
  checkType: OneOf(publicCheckTypes),
  name: Type.String(),
  runLocation: Type.String(),
  errorGroupIds: Type.Array(Uuid()),
  resultType: OneOf(['FINAL', 'ATTEMPT', 'PENDING'], { description: 'ATTEMPT: was retried.' }),
  status: OneOf(testSessionStatuses),
  hasErrors: Type.Boolean({ description: 'Nothing was learned about the target.' }),
  hasFailures: Type.Boolean(),
  isDegraded: Type.Boolean(),
  aborted: Type.Boolean({ description: 'Ended without an observation.' }),
  responseTime: Nullable(Type.Number({ description: 'Milliseconds.' })),
  startedAt: Nullable(DateTime()),
  stoppedAt: Nullable(DateTime()),
}

const TestSessionResultSchema = Type.Object(resultFields)
export type TestSessionResult = Static<typeof TestSessionResultSchema>

/** One result with its observation. */
export const TestSessionResultDetailSchema = Type.Object({
  ...resultFields,
  id: Uuid(),
  privateLocationId: Nullable(Uuid()),
  filePath: Nullable(Type.String()),
  isCancelled: Type.Boolean(),
  overMaxResponseTime: Type.Boolean(),
  attempts: Type.Integer({ minimum: 0, description: '1 for the first attempt, 0 before it has ended.' }),
  sequenceId: Nullable(Uuid()),
  scheduleError: Nullable(Type.String(), { description: 'Why nothing was observed.' }),
  traceId: Nullable(Type.String()),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
  ...resultDetailFields,
})
export type TestSessionResultDetail = Static<typeof TestSessionResultDetailSchema>

const sessionFields = {
  testSessionId: Uuid(),
  testSessionLink: Type.String(),
  name: Type.String(),
  status: OneOf(testSessionStatuses),
  errorGroupIds: Type.Array(Uuid()),
  startedAt: DateTime(),
  stoppedAt: Nullable(DateTime()),
  timeElapsed: Type.Number({ description: 'Milliseconds.' }),
  metadata: Type.Optional(TestSessionMetadataSchema),
  results: Type.Array(TestSessionResultSchema, { description: 'Attempts included, oldest first.' }),
}

/** Checks that run once in one location, without alerts and without changing their status. */
export const TestSessionSchema = Type.Object(sessionFields)
export type TestSessionResource = Static<typeof TestSessionSchema>

export const EndedTestSessionSchema = Type.Object({
  ...sessionFields,
  status: OneOf(['FAILED', 'PASSED', 'CANCELLED']),
  stoppedAt: DateTime(),
})
export type EndedTestSessionResource = Static<typeof EndedTestSessionSchema>

export const TestSessionProgressSchema = Type.Object({
  status: OneOf(testSessionStatuses),
  position: Type.Integer({ description: 'The value of `after` for the events that follow.' }),
  events: Type.Array(
    Type.Object({
      testSessionResultId: Uuid({ description: 'Of the run.' }),
      ...runEventFields,
    }),
  ),
})
export type TestSessionProgressResource = Static<typeof TestSessionProgressSchema>

const ListedTestSessionSchema = Type.Object({
  id: Uuid(),
  accountId: Uuid(),
  projectId: Nullable(Uuid()),
  name: Type.String(),
  provider: OneOf(testSessionProviders),
  errorGroupIds: Type.Array(Uuid()),
  running: Type.Array(Uuid(), { description: 'Sequences, as are the next three.' }),
  passed: Type.Array(Uuid()),
  failed: Type.Array(Uuid()),
  cancelled: Type.Array(Uuid()),
  degraded: Type.Optional(Type.Array(Uuid(), { description: 'Those of `passed` that were degraded, if any.' })),
  status: OneOf(testSessionStatuses),
  region: Type.String(),
  privateLocationId: Nullable(Uuid()),
  invoker: Nullable(Type.Object({ name: Type.String(), picture: Nullable(Type.String()) })),
  repoUrl: Nullable(Type.String()),
  commitId: Nullable(Type.String()),
  commitOwner: Nullable(Type.String()),
  commitMessage: Nullable(Type.String()),
  branchName: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  startedAt: DateTime(),
  stoppedAt: Nullable(DateTime()),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type ListedTestSession = Static<typeof ListedTestSessionSchema>

export const TestSessionListSchema = CursorList(ListedTestSessionSchema)
