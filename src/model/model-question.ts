import type { Analysis } from '#contract'
import type { Evidence } from '#diagnosis'

/** What the model is asked. */
export interface ModelQuestion {
  readonly evidence: Evidence
  /** What the rules think; a hint for the model, and the source of the links. */
  readonly byRules: Analysis
  /** Values that must neither leave nor come back. */
  readonly secrets: readonly string[]
}
