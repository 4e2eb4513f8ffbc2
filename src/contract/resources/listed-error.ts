import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { ListedAnalysisSchema } from './root-cause-analysis.ts'

export const errorKinds = ['CHECK', 'TEST_SESSION'] as const
export type ErrorKind = (typeof errorKinds)[number]
/** UNTIL_NEXT: archived until its next occurrence. */
export const errorStates = ['OPEN', 'UNTIL_NEXT', 'ARCHIVED'] as const
export type ErrorState = (typeof errorStates)[number]
/** The newest first, the latest seen first, the most frequent first. */
export const errorOrders = ['first', 'last', 'count'] as const
export type ErrorOrder = (typeof errorOrders)[number]

/** Lists show occurrences in so many stretches of so many hours, the last of which has not ended. */
export const errorHours = { buckets: 42, hours: 4 } as const

const shared = {
  id: Type.String({ description: 'Of its error group.' }),
  kind: OneOf(errorKinds),
  message: Type.String({ description: 'As recorded by the latest result.' }),
  checkId: Nullable(Type.String()),
  checkName: Nullable(Type.String()),
  checkType: OneOf(publicCheckTypes),
  projectId: Nullable(Type.String(), { description: 'Of test sessions: their project.' }),
  environments: Type.Array(Type.String(), { description: 'Of test sessions: where it occurred.' }),
  state: OneOf(errorStates),
  firstSeen: DateTime(),
  lastSeen: DateTime(),
  occurrences: Type.Integer(),
  recent: Type.Array(Type.Integer(), { description: 'How often it occurred in each interval, the oldest first.' }),
}
const intervals = {
  from: DateTime({ description: 'When the first interval of `recent` begins.' }),
  intervalHours: Type.Integer(),
}

export const ListedErrorSchema = Type.Object({
  ...shared,
  locations: Type.Array(Type.String(), { description: 'Where it occurred, the most frequent first.' }),
  checks: Type.Integer({ description: 'How many checks have an error with this message.' }),
})
export type ListedErrorResource = Static<typeof ListedErrorSchema>

export const ErrorListSchema = Type.Object({
  ...intervals,
  entries: Type.Array(ListedErrorSchema),
  counts: Type.Object(
    { OPEN: Type.Integer(), UNTIL_NEXT: Type.Integer(), ARCHIVED: Type.Integer() },
    { description: 'How many errors have each state. The filter of the state is left out.' },
  ),
})
export type ErrorListResource = Static<typeof ErrorListSchema>

const RunSchema = Type.Object({ id: Type.String(), location: Type.String(), at: DateTime() })

export const ErrorDetailSchema = Type.Object({
  ...shared,
  ...intervals,
  locations: Type.Array(Type.Object({ location: Type.String(), occurrences: Type.Integer() })),
  others: Type.Array(
    Type.Object({
      id: Type.String(),
      checkId: Type.String(),
      checkName: Type.String(),
      occurrences: Type.Integer(),
      lastSeen: DateTime(),
    }),
    { description: 'The same message of other checks, at most 20.' },
  ),
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      location: Type.String(),
      at: DateTime(),
      responseTime: Nullable(Type.Number()),
    }),
    { description: 'The latest results with it, at most 20.' },
  ),
  sessions: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), startedAt: DateTime() }), {
    description: 'The latest test sessions with it, at most 20.',
  }),
  first: Nullable(RunSchema, { description: 'Its first result, while results are kept.' }),
  lastGood: Nullable(RunSchema, {
    description: 'The last run of the check before it that did not fail, within seven days.',
  }),
  rootCauseAnalyses: Type.Array(ListedAnalysisSchema, { description: 'Finished analyses, newest first, at most 10.' }),
})
export type ErrorDetailResource = Static<typeof ErrorDetailSchema>

const errorState = { id: Uuid(), state: OneOf(errorStates) }
const ErrorStateSchema = Type.Object(errorState)
export const ErrorChangesSchema = Strict({
  errors: Type.Array(Strict(errorState), {
    minItems: 1,
    maxItems: 500,
    description: 'Of one that is named twice the last state counts.',
  }),
})
export type ErrorChanges = Static<typeof ErrorChangesSchema>
export const ChangedErrorsSchema = Type.Object({
  previous: Type.Array(ErrorStateSchema, {
    description: 'The errors that were found, as they were before. Sending them as `errors` undoes the change.',
  }),
})
export type ChangedErrors = Static<typeof ChangedErrorsSchema>
