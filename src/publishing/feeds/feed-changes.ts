import type { FeedState } from '#contract'
import { minuteMs } from '#kernel'

/** A reading is true for so long; after that nobody knows. */
const staleMs = 10 * minuteMs

/** Until when the state of a component is known that follows a page since a time. */
export const knownUntil = (followedSince: Date, readAt: Date | null): number =>
  readAt !== null && readAt > followedSince ? readAt.getTime() + staleMs : followedSince.getTime()

/** A component as it was until now. */
export interface FollowedBefore {
  /** The state that lasts; null: operational. */
  readonly lasting: Exclude<FeedState, 'OPERATIONAL'> | null
  readonly knownUntilMs: number
}

interface FeedSpan {
  readonly state: Exclude<FeedState, 'OPERATIONAL'>
  readonly startMs: number
  /** Null while it lasts. */
  readonly endMs: number | null
}

/** To be written: when the state that lasted has ended, or null, and the new ones. */
export interface FeedChange {
  readonly endMs: number | null
  readonly spans: readonly FeedSpan[]
}

/**
 * Decides the changes when a component is read to be in a state; null: as before. A time in which nobody could read the page is
 * unknown, whatever came before and comes after it.
 */
export function feedChange(before: FollowedBefore, read: FeedState | null, nowMs: number): FeedChange {
  const { lasting } = before
  const state = read ?? lasting ?? 'OPERATIONAL'
  const staleFromMs = Math.min(nowMs, before.knownUntilMs)
  const gap: FeedSpan[] = staleFromMs < nowMs ? [{ state: 'UNKNOWN', startMs: staleFromMs, endMs: nowMs }] : []
  const isOver = lasting !== null && (lasting !== state || gap.length > 0)
  const begins = state !== 'OPERATIONAL' && (lasting === null || isOver)
  return {
    endMs: isOver ? staleFromMs : null,
    spans: begins ? [...gap, { state, startMs: nowMs, endMs: null }] : gap,
  }
}

const readEveryMs = minuteMs
const failedEveryMs = 15 * minuteMs

/** When a page is read again: each minute, and less often the longer it fails. */
export const nextReading = (failures: number, nowMs: number): Date =>
  new Date(nowMs + Math.min(failedEveryMs, readEveryMs * 2 ** Math.min(failures, 10)))
