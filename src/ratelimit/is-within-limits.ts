import { createHash } from 'node:crypto'
import type { RateLimit } from '#contract'
import { reserveRequests } from '#storage/accounts'
import type { Queryable } from '#storage/database'
import { windowStartMs } from './rate-window.ts'

interface KeyedLimit extends RateLimit {
  /** Purpose and subject of the count. May contain addresses; only a hash is stored. */
  readonly key: string
}

/**
 * Whether all of these limits allow one more, counted in their order up to the first that does not: put the limit of
 * one visitor before that of all visitors, so that no one uses up the share of the others. In a transaction the count
 * is undone with it.
 */
export async function isWithinLimits(db: Queryable, limits: readonly KeyedLimit[], nowMs: number): Promise<boolean> {
  for (const limit of limits) {
    const bucket = createHash('sha256').update(limit.key).digest('base64url')
    const window = { bucket, startsAt: new Date(windowStartMs(limit, nowMs)), seconds: limit.seconds }
    const { granted } = await reserveRequests(db, window, 1, limit.requests)
    if (granted === 0) return false
  }
  return true
}
