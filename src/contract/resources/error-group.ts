import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable } from '../schema.ts'
import { ListedAnalysisSchema } from './root-cause-analysis.ts'

const groupFields = {
  errorHash: Type.String({ description: 'Hash of the cleaned message; equal for failures with the same message.' }),
  rawErrorMessage: Nullable(Type.String(), { description: 'As recorded by the latest result.' }),
  cleanedErrorMessage: Type.String({ description: 'Without numbers, ids, times, addresses and quoted values.' }),
  firstSeen: DateTime(),
  lastSeen: DateTime(),
  occurrences: Type.Integer({ description: 'How many runs failed with it.' }),
  archivedUntilNextEvent: Type.Boolean({ description: 'Becomes false when the error occurs again.' }),
  rootCauseAnalyses: Type.Optional(
    Type.Array(ListedAnalysisSchema, { description: 'Finished analyses, newest first, at most 10.' }),
  ),
}

/** Failures of one check with the same error message. */
export const ErrorGroupSchema = Type.Object({ id: Type.String(), checkId: Type.String(), ...groupFields })
export type ErrorGroupResource = Static<typeof ErrorGroupSchema>

/** Where in a Playwright suite an error occurred. */
export const PlaywrightLocationSchema = Type.Object({
  projectName: Type.String(),
  specId: Type.Optional(Type.String({ maxLength: 500 })),
  testFile: Type.String(),
  testTitle: Type.String(),
  suitePath: Type.Array(Type.String()),
})
export type PlaywrightLocation = Static<typeof PlaywrightLocationSchema>

/** The same for runs of test sessions. */
export const TestSessionErrorGroupSchema = Type.Object({
  id: Type.String(),
  projectId: Nullable(Type.String()),
  environments: Nullable(Type.Array(Type.String())),
  ...groupFields,
  pwtMetadata: Nullable(Type.Array(PlaywrightLocationSchema)),
})
export type TestSessionErrorGroupResource = Static<typeof TestSessionErrorGroupSchema>

export const ErrorGroupUpdateBodySchema = Type.Object({
  archiveForEver: Type.Optional(Type.Boolean({ description: 'Remove the group from all lists permanently.' })),
  archivedUntilNextEvent: Type.Optional(Type.Boolean({ description: 'Archived until the error occurs again.' })),
})
export type ErrorGroupUpdateBody = Static<typeof ErrorGroupUpdateBodySchema>
