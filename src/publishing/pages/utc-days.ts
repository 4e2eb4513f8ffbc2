import { dayMs } from '#kernel'
import type { Interval } from '#schedule'

/** The current day and those before it, oldest first, in UTC; the last one ends now. */
export function lastDays(count: number, nowMs: number): Interval[] {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const startMs = todayMs - (count - 1 - index) * dayMs
    return { startMs, endMs: Math.min(startMs + dayMs, nowMs) }
  })
}

/** `YYYY-MM-DD` in UTC. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
