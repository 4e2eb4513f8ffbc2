import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { RetryStrategySchema } from './retry-strategy.ts'
import { TestSessionMetadataSchema, TestVariableSchema } from './test-session.ts'

/** The most checks that one test session of unsaved checks has. */
export const maxTestJobs = 1_000
/** The most files that their scripts share. */
const maxSharedFiles = 10_000

/** A public location by its region code, or a private one by its slug name. */
const TestRunLocationSchema = Strict({
  type: OneOf(['PUBLIC', 'PRIVATE']),
  region: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  id: Type.Optional(Nullable(Uuid())),
  slugName: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})
export type TestRunLocation = Static<typeof TestRunLocationSchema>

/** The fields that both ways to start a session with the command line tool have. */
const sharedFields = {
  name: Type.String({ minLength: 1, maxLength: 1_000 }),
  runLocation: TestRunLocationSchema,
  repoInfo: Type.Optional(Nullable(TestSessionMetadataSchema, { description: 'The tested revision.' })),
  environment: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
  shouldRecord: Type.Optional(
    Type.Boolean({ default: true, description: 'False: the session is listed nowhere, and deleted after its end.' }),
  ),
  refreshCache: Type.Optional(Type.Boolean({ default: false })),
}

export const SharedFileSchema = Strict({
  path: Type.String({ minLength: 1, maxLength: 1_000 }),
  content: Type.String({ maxLength: 1_000_000 }),
})
export type SharedFile = Static<typeof SharedFileSchema>

/** The fields of a job besides those of its check. */
export const TestJobSchema = Type.Object({
  logicalId: Type.String({ minLength: 1, maxLength: 500 }),
  checkType: Type.String({ minLength: 1, maxLength: 50 }),
  name: Type.String({ minLength: 1, maxLength: 512 }),
  groupId: Type.Optional(
    Nullable(AnyObject(), { description: '{ "ref": "check-group-7" } is the group with the id 7.' }),
  ),
  group: Type.Optional(Nullable(AnyObject(), { description: 'A group as it would be created.' })),
  testRetryStrategy: Type.Optional(RetryStrategySchema),
  sourceInfo: Type.Optional(
    Nullable(
      Type.Object({
        checkRunSuiteId: Type.Optional(Uuid()),
        updateSnapshots: Type.Optional(Nullable(Type.Boolean())),
      }),
    ),
  ),
})
export type TestJobHead = Static<typeof TestJobSchema>

/** Checks that are run once without being saved, as `checkly test` sends them. */
export const TestRunBodySchema = Strict({
  ...sharedFields,
  checkRunJobs: Type.Array(AnyObject(), {
    minItems: 1,
    maxItems: maxTestJobs,
    description: 'A check as it would be created, with its files as indexes of `sharedFiles`.',
  }),
  project: Type.Optional(Nullable(Strict({ logicalId: Type.String({ minLength: 1, maxLength: 500 }) }))),
  sharedFiles: Type.Optional(Type.Array(SharedFileSchema, { maxItems: maxSharedFiles })),
  streamLogs: Type.Optional(Type.Boolean({ default: false })),
})
export type TestRunBody = Static<typeof TestRunBodySchema>

/** Saved checks that run once, as `checkly trigger` asks for them. */
export const TestTriggerBodySchema = Strict({
  ...sharedFields,
  checkRunSuiteId: Type.Optional(Uuid()),
  targetTags: Type.Optional(
    Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 }), { maxItems: 100 }),
  ),
  checkId: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1_000 })),
  environmentVariables: Type.Optional(Type.Array(TestVariableSchema, { maxItems: 100 })),
  testRetryStrategy: Type.Optional(RetryStrategySchema),
})
export type TestTriggerBody = Static<typeof TestTriggerBodySchema>

const SequenceIds = (description: string) => Type.Unsafe<Record<string, string>>(AnyObject({ description }))

const startedFields = {
  testSessionId: Type.Optional(Uuid({ description: 'Of a session that is kept.' })),
  testResultIds: Type.Optional(SequenceIds('The ids of the results, by the same names.')),
}

export const StartedTestRunSchema = Type.Object({
  ...startedFields,
  schedulingId: Uuid(),
  sequenceIds: SequenceIds('The id of each run, by the logical id of its check.'),
})
export type StartedTestRun = Static<typeof StartedTestRunSchema>

export const StartedTestTriggerSchema = Type.Object({
  ...startedFields,
  sequenceIds: SequenceIds('The id of each run, by the id of its check.'),
  checks: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), checkType: Type.String() })),
})
export type StartedTestTrigger = Static<typeof StartedTestTriggerSchema>

export const TestSchedulingSchema = Type.Object({
  schedulingId: Uuid(),
  testSessionId: Nullable(Uuid()),
  status: OneOf(['SUCCEEDED', 'FAILED']),
  checksTotal: Type.Integer(),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  createdAt: DateTime(),
  startedAt: DateTime(),
  endedAt: DateTime(),
})
export type TestScheduling = Static<typeof TestSchedulingSchema>
