import { createHash } from 'node:crypto'
import { takePermits } from '#storage'
import type { Queryable } from '#storage'

/** How often something may happen in a window of time. */
export interface Allowance {
  /** What is counted: the purpose, and whose. May hold addresses; only a hash is stored. */
  readonly of: string
  readonly times: number
  readonly seconds: number
}

/**
 * Whether all of these may happen once more, counted in their order up to the first that may not: put what one visitor
 * may do before what all may do, so that no one uses up the share of the others.
 */
export async function isPermitted(db: Queryable, allowances: readonly Allowance[], nowMs: number): Promise<boolean> {
  for (const { of, times, seconds } of allowances) {
    const startsAt = new Date(nowMs - (nowMs % (seconds * 1000)))
    const bucket = createHash('sha256').update(of).digest('base64url')
    const { granted } = await takePermits(db, { bucket, startsAt, seconds }, 1, times)
    if (granted === 0) return false
  }
  return true
}
