import type { Value } from '../../counterparts/hosted/checks.ts'
import type { SourceVariables } from '../../counterparts/source-variables.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

/** A test of an API on its way to a check. */
export interface TestImport {
  readonly draft: Draft
  readonly fields: SourceFields
  readonly config: SourceFields
  readonly options: SourceFields
  readonly name: string
  /** Between two runs. */
  readonly seconds: number
  readonly variables: SourceVariables
}

/** The part of a check that its type has; null: there is no counterpart. */
export type ReadTest = (test: TestImport) => Value | null
