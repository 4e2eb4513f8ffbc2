import type { Allowances } from '#contract'

/** Who publishes, and when, in epoch milliseconds. */
export interface Publisher {
  readonly accountId: string
  readonly nowMs: number
  /** What the plan limits; absent: nothing. */
  readonly allowances?: Allowances
}
