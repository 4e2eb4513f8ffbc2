import type { Allowances } from '#contract'

/** The account of a verb, and the time in epoch milliseconds. */
export interface Caller {
  readonly accountId: string
  readonly nowMs: number
  /** The limits of the plan; absent: none. */
  readonly allowances?: Allowances
  /** Served as by the hosted product, which accepts some settings that contradict each other or the specification. */
  readonly isDropIn?: boolean
}
