import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, Nullable, OneOf, Uuid } from '../schema.ts'
import { TestSessionMetadataSchema } from './test-session.ts'

/** Epoch milliseconds, or a date. */
const Time = () => Type.Union([Type.Number(), Type.String({ maxLength: 64 })])

/** Sent by a reporter of Playwright when a suite begins. */
export const ReportedSessionBodySchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 1_000 }),
  environment: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
  repoInfo: Type.Optional(Nullable(TestSessionMetadataSchema, { description: 'The tested revision.' })),
  startedAt: Type.Optional(Time()),
  testResults: Type.Array(Type.Object({ name: Type.String({ minLength: 1, maxLength: 1_000 }) }), {
    minItems: 1,
    maxItems: 100,
  }),
})
export type ReportedSessionBody = Static<typeof ReportedSessionBodySchema>

export const ReportedSessionSchema = Type.Object({
  testSessionId: Uuid(),
  testResults: Type.Array(Type.Object({ testResultId: Uuid() })),
  link: Type.String(),
})

export const StoredReportSchema = Type.Object({ assetId: Uuid() })

/** Sent when the suite has ended. */
export const ReportedResultBodySchema = Type.Object({
  status: OneOf(['PASSED', 'FAILED']),
  isDegraded: Type.Optional(Nullable(Type.Boolean(), { description: 'Tests passed when they were repeated.' })),
  startedAt: Type.Optional(Nullable(Time())),
  stoppedAt: Type.Optional(Nullable(Time())),
  responseTime: Type.Optional(Nullable(Type.Number({ minimum: 0, description: 'Milliseconds.' }))),
  metadata: Type.Optional(Nullable(AnyObject({ description: 'Its `errors` are texts, or objects with a `message`.' }))),
})
export type ReportedResultBody = Static<typeof ReportedResultBodySchema>

/** Whether results can become checks of a commit, as the action of GitHub asks. */
export const GithubPreflightSchema = Type.Object({ available: Type.Boolean(), reason: Type.String() })
