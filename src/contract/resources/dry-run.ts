import Type from 'typebox'
import type { Static } from 'typebox'
import { checkTypeNames } from '../check-types/index.ts'
import { artifactKinds } from '../runs/artifact.ts'
import { stepStates } from '../runs/run-progress.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { CheckGenericCreateBodySchema } from './check-body.ts'
import { resultDetailFields } from './check-result.ts'

export const dryRunStatuses = ['RUNNING', 'PASSED', 'DEGRADED', 'FAILED'] as const

export const DryRunBodySchema = Strict({
  check: CheckGenericCreateBodySchema,
  runLocation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A location or the slug of a private location. Default: the first location of the check.',
    }),
  ),
  includeTraces: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the result has the traces of its tests, of any outcome.' }),
  ),
})
export type DryRunBody = Static<typeof DryRunBodySchema>

const ReasonSchema = Type.Object({
  kind: Type.String(),
  outcome: OneOf(['degraded', 'failed']),
  message: Type.String(),
})

const FileSchema = Type.Object({
  name: Type.String(),
  kind: OneOf(artifactKinds),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  contentBase64: Nullable(Type.String(), { description: 'Null for a file that is too large for the result.' }),
})

/** The result of an unsaved check, with the same type-specific object as results of saved checks. */
export const DryRunResultSchema = Type.Object({
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean({ description: 'The service failed, so the result says nothing about the target.' }),
  isDegraded: Type.Boolean(),
  overMaxResponseTime: Type.Boolean(),
  responseTime: Type.Number({ description: 'Milliseconds.' }),
  startedAt: DateTime(),
  stoppedAt: DateTime(),
  error: Nullable(Type.String(), { description: 'The decisive reason, as alerts state it.' }),
  reasons: Type.Array(ReasonSchema, { description: 'Every reason why the run is failing or degraded.' }),
  files: Type.Array(FileSchema, {
    description: 'Screenshots and other small files of the run; its traces where they were requested.',
  }),
  ...resultDetailFields,
})

/** The events of a run in progress. */
export const DryRunEventSchema = Type.Object({
  type: OneOf(['LOG', 'STEP']),
  at: DateTime(),
  level: Type.Optional(OneOf(['DEBUG', 'INFO', 'WARN', 'ERROR'], { description: 'Of a line of the log.' })),
  message: Type.Optional(Type.String({ description: 'Of a line of the log.' })),
  state: Type.Optional(OneOf(stepStates, { description: 'Of a step. Each begins with STARTED.' })),
  title: Type.Optional(Type.String({ description: 'Of a step.' })),
  category: Type.Optional(Type.String({ description: 'Of a step: `test`, `test.step`, `pw:api`, `expect`, …' })),
  depth: Type.Optional(Type.Integer({ description: 'Of a step: 0 for tests, 1 for their steps.' })),
  duration: Type.Optional(Nullable(Type.Number({ description: 'Milliseconds, of a step that ended.' }))),
})
/** The same of runs that may be tried again. */
export const runEventFields = {
  attempt: Type.Integer({ description: 'Which attempt of the run it is: 1 for the first.' }),
  ...DryRunEventSchema.properties,
}
export type DryRunEventResource = Static<typeof DryRunEventSchema>

export const DryRunProgressSchema = Type.Object({
  status: OneOf(dryRunStatuses),
  position: Type.Integer({ description: 'The value of `after` for the events that follow.' }),
  events: Type.Array(DryRunEventSchema),
})
export type DryRunProgressResource = Static<typeof DryRunProgressSchema>

export const DryRunSchema = Type.Object({
  id: Uuid(),
  checkType: OneOf(checkTypeNames()),
  runLocation: Type.String(),
  status: OneOf(dryRunStatuses),
  createdAt: DateTime(),
  endedAt: Nullable(DateTime()),
  result: Nullable(DryRunResultSchema),
})
export type DryRunResource = Static<typeof DryRunSchema>
