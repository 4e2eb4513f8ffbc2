import type { DifferenceSubject } from '#contract'

/** One thing in which a run differs from the last good one; `text` is a sentence of the table of reasons. */
export interface Difference {
  readonly subject: DifferenceSubject
  readonly text: string
}
