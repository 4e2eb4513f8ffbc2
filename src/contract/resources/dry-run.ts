import Type from 'typebox'
import type { Static } from 'typebox'
import { checkTypeNames } from '../check-types/index.ts'
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
})
export type DryRunBody = Static<typeof DryRunBodySchema>

const ReasonSchema = Type.Object({
  kind: Type.String(),
  outcome: OneOf(['degraded', 'failed']),
  message: Type.String(),
})

/** What a run of an unsaved check observed; the object of its type is the one that results of saved checks have. */
export const DryRunResultSchema = Type.Object({
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean({ description: 'The service itself failed: the result is no evidence about the target.' }),
  isDegraded: Type.Boolean(),
  overMaxResponseTime: Type.Boolean(),
  responseTime: Type.Number({ description: 'Milliseconds.' }),
  startedAt: DateTime(),
  stoppedAt: DateTime(),
  error: Nullable(Type.String(), { description: 'The decisive reason, as alerts state it.' }),
  reasons: Type.Array(ReasonSchema, { description: 'Every reason why the run is failing or degraded.' }),
  ...resultDetailFields,
})

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
