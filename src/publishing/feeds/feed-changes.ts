import type { FeedState } from '#contract'
import { minuteMs } from '#kernel'

/** What was read is true for so long; after that nobody knows. */
export const staleMs = 10 * minuteMs

/** What a component was until now. */
export interface FollowedBefore {
  /** What lasts besides operational; null: operational. */
  readonly lasting: Exclude<FeedState, 'OPERATIONAL'> | null
  /** When its page was read last, or when it began to follow it. */
  readonly knownAtMs: number
  readonly hasBeenRead: boolean
}

interface FeedSpan {
  readonly state: Exclude<FeedState, 'OPERATIONAL'>
  readonly startMs: number
  /** Null while it lasts. */
  readonly endMs: number | null
}

/** What has to be written: when what lasted has ended, or null, and what is new. */
export interface FeedChange {
  readonly endMs: number | null
  readonly spans: readonly FeedSpan[]
}

/**
 * What changes when a component is read to be in a state; null: as before. A time in which nobody could read the page is
 * unknown, whatever came before and comes after it.
 */
export function feedChange(
  { lasting, knownAtMs, hasBeenRead }: FollowedBefore,
  read: FeedState | null,
  nowMs: number,
): FeedChange {
  const state = read ?? lasting ?? 'OPERATIONAL'
  const staleFromMs = knownAtMs + (hasBeenRead ? staleMs : 0)
  const isGap = staleFromMs < nowMs
  const goesOn = lasting !== null && lasting === state && !isGap
  const gap: FeedSpan[] = isGap ? [{ state: 'UNKNOWN', startMs: staleFromMs, endMs: nowMs }] : []
  const next: FeedSpan[] = state === 'OPERATIONAL' || goesOn ? [] : [{ state, startMs: nowMs, endMs: null }]
  return { endMs: lasting === null || goesOn ? null : isGap ? staleFromMs : nowMs, spans: [...gap, ...next] }
}

const readEveryMs = minuteMs
const failedEveryMs = 15 * minuteMs

/** When a page is read again: each minute, and less often the longer it fails. */
export const nextReading = (failures: number, nowMs: number): Date =>
  new Date(nowMs + Math.min(failedEveryMs, readEveryMs * 2 ** Math.min(failures, 10)))
