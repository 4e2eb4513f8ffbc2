/** From `startMs` up to, and not including, `endMs`; both in epoch milliseconds. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** The union of intervals, in order, without adjacent, overlapping or empty ones. */
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

/** The difference of two sorted lists of intervals, in linear time: anyone may request a page. */
export function subtract(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  const taken = union(others)
  const left: Interval[] = []
  let next = 0
  for (const { startMs, endMs } of union(intervals)) {
    while ((taken[next]?.endMs ?? Infinity) <= startMs) next += 1
    let fromMs = startMs
    for (let other = taken[next]; other !== undefined && other.startMs < endMs; other = taken[next]) {
      if (other.startMs > fromMs) left.push({ startMs: fromMs, endMs: other.startMs })
      fromMs = other.endMs
      if (fromMs >= endMs) break
      next += 1
    }
    if (fromMs < endMs) left.push({ startMs: fromMs, endMs })
  }
  return left
}

/** The intersection of two lists of intervals. */
export function intersect(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return subtract(intervals, subtract(intervals, others))
}

/** The intersection of intervals with one interval. */
export const clip = (intervals: readonly Interval[], within: Interval): Interval[] =>
  union(
    intervals.map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, within.startMs),
      endMs: Math.min(endMs, within.endMs),
    })),
  )

/** The length of intervals in milliseconds, each moment counted once. */
export const lengthOf = (intervals: readonly Interval[]): number =>
  union(intervals).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
