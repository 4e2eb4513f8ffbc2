import type { Analysis } from '#contract'
import type { Evidence } from '#diagnosis'

/** The input of a model. */
export interface ModelQuestion {
  readonly evidence: Evidence
  /** The analysis by the rules; a hint for the model, and the source of the links. */
  readonly byRules: Analysis
  /** Values that must neither be sent nor appear in the response. */
  readonly secrets: readonly string[]
}
