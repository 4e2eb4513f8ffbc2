import type { RateLimit } from '#contract'
import { minuteMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import { deleteEndedWindows, reserveRequests } from '#storage/accounts'
import type { Database } from '#storage/database'
import { LRUCache } from 'lru-cache'
import type { RateDecision } from './rate-decision.ts'
import { windowStartMs } from './rate-window.ts'

export interface RateLimiter {
  /** Uses one request of the bucket. Returns at once while requests are reserved, otherwise a promise. */
  take(bucket: string, limit: RateLimit): RateDecision | Promise<RateDecision>
}

/** The state of the current window of one bucket in this process. */
interface LocalWindow {
  readonly bucket: string
  readonly limit: RateLimit
  readonly startsAt: number
  readonly endsAt: number
  /** Reserved in the database for this process and not yet used. */
  reserved: number
  /** Used or reserved by all processes, as of the last statement. */
  used: number
  isExhausted: boolean
  /** Until then requests are counted by this process alone: the database did not answer. */
  aloneUntil: number
  refill: Promise<void> | undefined
}

/**
 * How many windows one process remembers. One that was evicted is read again; what it had reserved is lost. As a size,
 * because for a maximum of entries the cache reserves memory for all of them.
 */
const capacity = 50_000
const blocksPerWindow = 20
const cleanEveryMs = minuteMs
const aloneMs = 1000
const logEveryMs = minuteMs

/**
 * Fixed windows, exact over all processes of one database: each process reserves blocks of requests in a shared row and
 * uses them up by itself, and the blocks get smaller towards the end of the window. While the database is away, each
 * process enforces the limit alone.
 */
export function createRateLimiter(db: Database, clock: Clock, log: Log): RateLimiter {
  const windows = new LRUCache<string, LocalWindow>({ maxSize: capacity, sizeCalculation: () => 1 })
  let cleanedAt = clock.now()
  let loggedAt = Number.NEGATIVE_INFINITY

  const refill = async (window: LocalWindow): Promise<void> => {
    const row = { bucket: window.bucket, startsAt: new Date(window.startsAt), seconds: window.limit.seconds }
    try {
      const { granted, used } = await reserveRequests(db, row, blockSize(window), window.limit.requests)
      window.reserved += granted
      window.used = used
      window.isExhausted = granted === 0
    } catch (error) {
      if (clock.now() - loggedAt >= logEveryMs) {
        loggedAt = clock.now()
        log.warn({ error: String(error) }, 'This process enforces rate limits alone: the database did not answer')
      }
      window.aloneUntil = clock.now() + aloneMs
    } finally {
      window.refill = undefined
    }
  }

  const clean = (now: number): void => {
    cleanedAt = now
    for (const [bucket, window] of windows.entries()) if (window.endsAt <= now) windows.delete(bucket)
    deleteEndedWindows(db, new Date(now)).catch(() => {})
  }

  const windowOf = (bucket: string, limit: RateLimit, now: number): LocalWindow => {
    const known = windows.get(bucket)
    if (known && now >= known.startsAt && now < known.endsAt) return known
    const window = openWindow(bucket, limit, now)
    windows.set(bucket, window)
    return window
  }

  const waitAndTake = async (window: LocalWindow): Promise<RateDecision> => {
    for (;;) {
      await (window.refill ??= refill(window))
      const decision = takeLocally(window, clock.now())
      if (decision) return decision
    }
  }

  return {
    take(bucket, limit) {
      const now = clock.now()
      if (now - cleanedAt >= cleanEveryMs) clean(now)
      const window = windowOf(bucket, limit, now)
      return takeLocally(window, now) ?? waitAndTake(window)
    },
  }
}

function openWindow(bucket: string, limit: RateLimit, now: number): LocalWindow {
  const startsAt = windowStartMs(limit, now)
  const counts = { reserved: 0, used: 0, isExhausted: false, aloneUntil: 0, refill: undefined }
  return { bucket, limit, startsAt, endsAt: startsAt + limit.seconds * 1000, ...counts }
}

/** A twentieth of the limit, less when little is left, so that an idle process withholds little from the others. */
function blockSize({ limit: { requests }, used }: LocalWindow): number {
  return Math.max(1, Math.min(Math.floor(requests / blocksPerWindow), Math.floor((requests - used) / 8)))
}

/** Undefined when the database has to be queried first. */
function takeLocally(window: LocalWindow, now: number): RateDecision | undefined {
  if (window.reserved > 0) {
    window.reserved -= 1
    return decisionOf(window, now, true)
  }
  if (window.isExhausted) return decisionOf(window, now, false)
  if (now >= window.aloneUntil) return undefined
  if (window.used >= window.limit.requests) return decisionOf(window, now, false)
  window.used += 1
  return decisionOf(window, now, true)
}

function decisionOf({ limit, used, reserved, endsAt }: LocalWindow, now: number, isAllowed: boolean): RateDecision {
  const left = limit.requests - used + reserved
  const secondsLeft = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return { isAllowed, limit, remaining: isAllowed ? Math.max(0, left) : 0, resetSeconds: secondsLeft }
}
