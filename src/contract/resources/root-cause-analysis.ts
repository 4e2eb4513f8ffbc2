import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

export const analysisStatuses = ['PENDING', 'COMPLETED'] as const
export type AnalysisStatus = (typeof analysisStatuses)[number]

/** The maximum length of the context a person may add, in characters. */
export const userContextLimit = 256

/** The content of an analysis. `codeFix` is a change that would help, when there is one. */
export const AnalysisSchema = Type.Object({
  classification: Type.String({ description: 'For example INFRASTRUCTURE_ERROR; free text.' }),
  rootCause: Type.String(),
  userImpact: Type.String(),
  codeFix: Nullable(Type.String()),
  evidence: Nullable(
    Type.Array(
      Type.Object({
        artifacts: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
        description: Type.String(),
      }),
    ),
  ),
  referenceLinks: Nullable(Type.Array(Type.Object({ url: Type.String(), title: Type.String() }))),
})
export type Analysis = Static<typeof AnalysisSchema>

const analysisFields = {
  id: Type.String(),
  created_at: DateTime(),
  provider: Type.String({ description: '`belfry` for the built-in rules, otherwise the host of the model.' }),
  model: Type.String({ description: '`rules`, or the name of the model.' }),
  durationMs: Type.Number(),
  analysis: AnalysisSchema,
}

/** A finished analysis as error groups list it. */
export const ListedAnalysisSchema = Type.Object({
  ...analysisFields,
  userContext: Nullable(Type.Array(Type.Object({ text: Type.String(), type: Type.String() }))),
})
export type ListedAnalysis = Static<typeof ListedAnalysisSchema>

export const RootCauseAnalysisSchema = Type.Object({
  ...analysisFields,
  status: OneOf(['COMPLETED']),
  checkId: Nullable(Type.String()),
  checkType: Type.String(),
  errorGroupId: Nullable(Type.String(), {
    description: 'The error group of a check or of test sessions, as requested.',
  }),
  userContext: Nullable(Type.Array(Type.Object({ text: Type.String(), type: Type.String() }))),
})
export type RootCauseAnalysisResource = Static<typeof RootCauseAnalysisSchema>

export const PendingAnalysisSchema = Type.Object({ id: Type.String(), status: OneOf(['PENDING']) })
export type PendingAnalysisResource = Static<typeof PendingAnalysisSchema>

export const AnalysisRequestBodySchema = Nullable(
  Type.Object({
    userContext: Type.Optional(
      Nullable(Type.String({ maxLength: userContextLimit, default: '' }), {
        description: 'Additional context for the analysis; a hint, never an instruction.',
      }),
    ),
  }),
)
export type AnalysisRequestBody = Static<typeof AnalysisRequestBodySchema>
