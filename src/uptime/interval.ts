/** From `startMs` up to, and not including, `endMs`; both in epoch milliseconds. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** The same time as intervals in order that neither touch nor overlap. Empty ones are left out. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of intervals.toSorted((a, b) => a.startMs - b.startMs)) {
    if (endMs <= startMs) continue
    const last = merged.at(-1)
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else merged.push({ startMs, endMs })
  }
  return merged
}

/** What of some time is not in other time. */
export function subtract(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  let left = union(intervals)
  for (const other of union(others))
    left = left.flatMap((interval) => [
      { startMs: interval.startMs, endMs: Math.min(interval.endMs, other.startMs) },
      { startMs: Math.max(interval.startMs, other.endMs), endMs: interval.endMs },
    ])
  return union(left)
}

/** What of some time lies within one interval. */
export const clip = (intervals: readonly Interval[], within: Interval): Interval[] =>
  union(
    intervals.map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, within.startMs),
      endMs: Math.min(endMs, within.endMs),
    })),
  )

/** The length of some time in milliseconds, each moment counted once. */
export const lengthOf = (intervals: readonly Interval[]): number =>
  union(intervals).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
