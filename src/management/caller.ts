import type { Allowances, Role } from '#contract'

/** Who changes or reads the configuration of an account, and when, in epoch milliseconds. */
export interface Caller {
  readonly accountId: string
  readonly role: Role
  readonly nowMs: number
  /** What the plan limits; absent: nothing. */
  readonly allowances?: Allowances
  /** Served as by the hosted product: a TCP check may count as degraded later than as failed. */
  readonly isDropIn?: boolean
}
