import type { RateLimit } from '#contract'
import type { Clock, Log } from '#kernel'
import { deleteEndedWindows, takePermits } from '#storage'
import type { Database } from '#storage'

/** Whether one more request fits into the window, and what to tell the client about it. */
export interface RateDecision {
  readonly isAllowed: boolean
  readonly limit: RateLimit
  /** Requests left in the window, as far as this process knows. */
  readonly remaining: number
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Uses one permit of the bucket. Comes at once while permits are at hand, otherwise as a promise. */
  take(bucket: string, limit: RateLimit): RateDecision | Promise<RateDecision>
}

/** What this process knows about the present window of one bucket. */
interface LocalWindow {
  readonly bucket: string
  readonly limit: RateLimit
  readonly startsAt: number
  readonly endsAt: number
  /** Taken from the database and not yet used. */
  permits: number
  /** Taken by all processes, as of the last statement. */
  used: number
  isExhausted: boolean
  /** Until then permits are counted here alone: the database did not answer. */
  aloneUntil: number
  refill: Promise<void> | undefined
}

const blocksPerWindow = 20
const cleanEveryMs = 60_000
const aloneMs = 1000
const logEveryMs = 60_000

/**
 * Fixed windows, exact over all processes of one database: each takes blocks of permits from a shared row and uses
 * them up by itself, and the blocks get smaller towards the end of the window. While the database is away, each process
 * keeps the limit alone.
 */
export function createRateLimiter(db: Database, clock: Clock, log: Log): RateLimiter {
  const windows = new Map<string, LocalWindow>()
  let cleanedAt = clock.now()
  let loggedAt = Number.NEGATIVE_INFINITY

  const refill = async (window: LocalWindow): Promise<void> => {
    const row = { bucket: window.bucket, startsAt: new Date(window.startsAt), seconds: window.limit.seconds }
    try {
      const wanted = blockSize(window)
      const { granted, used } = await takePermits(db, row, wanted, window.limit.requests)
      window.permits += granted
      window.used = used
      window.isExhausted = granted === 0
    } catch (error) {
      if (clock.now() - loggedAt >= logEveryMs) {
        loggedAt = clock.now()
        log.warn({ error: String(error) }, 'Rate limits are kept by this process alone: the database did not answer')
      }
      window.aloneUntil = clock.now() + aloneMs
    } finally {
      window.refill = undefined
    }
  }

  const clean = (now: number): void => {
    cleanedAt = now
    for (const [bucket, window] of windows) if (window.endsAt <= now) windows.delete(bucket)
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
  const lengthMs = limit.seconds * 1000
  const startsAt = Math.floor(now / lengthMs) * lengthMs
  const counts = { permits: 0, used: 0, isExhausted: false, aloneUntil: 0, refill: undefined }
  return { bucket, limit, startsAt, endsAt: startsAt + lengthMs, ...counts }
}

/** A twentieth of the limit, less when little is left, so that an idle process keeps little from the others. */
function blockSize({ limit: { requests }, used }: LocalWindow): number {
  return Math.max(1, Math.min(Math.floor(requests / blocksPerWindow), Math.floor((requests - used) / 8)))
}

/** Undefined when the database has to be asked first. */
function takeLocally(window: LocalWindow, now: number): RateDecision | undefined {
  if (window.permits > 0) {
    window.permits -= 1
    return decisionOf(window, now, true)
  }
  if (window.isExhausted) return decisionOf(window, now, false)
  if (now >= window.aloneUntil) return undefined
  if (window.used >= window.limit.requests) return decisionOf(window, now, false)
  window.used += 1
  return decisionOf(window, now, true)
}

function decisionOf(window: LocalWindow, now: number, isAllowed: boolean): RateDecision {
  const left = window.limit.requests - window.used + window.permits
  const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
  return { isAllowed, limit: window.limit, remaining: isAllowed ? Math.max(0, left) : 0, resetSeconds }
}
