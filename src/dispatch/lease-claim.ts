import { randomId } from '#kernel'

/** What a process asks for when it claims work. */
export interface LeaseClaim {
  readonly nowMs: number
  /** At most so many pieces of work. */
  readonly limit: number
  /** What is not recorded by then is claimed again, by this process or another. */
  readonly leaseMs: number
}

/** The claim as storage takes it, with a token that only this claim has. */
export const leaseOf = ({ nowMs, limit, leaseMs }: LeaseClaim) => ({
  now: new Date(nowMs),
  limit,
  leaseToken: randomId(),
  leaseUntil: new Date(nowMs + leaseMs),
})
