import type { QueueMetrics } from './api.ts'

/** Minute by minute. */
export interface Queue {
  /** In seconds. */
  readonly times: readonly number[]
  readonly waiting: readonly number[]
  readonly oldestMs: readonly number[]
  readonly dropped: number
}

const minute = 60

/** The samples of a time in seconds; minutes without one had no queue. */
export function queueOf(
  { timestamps, queueSize, oldestScheduledCheckRun, droppedRuns }: QueueMetrics,
  { from, to }: { readonly from: number; readonly to: number },
): Queue {
  const places = new Map(timestamps.map((at, index) => [Math.floor(Date.parse(at) / 60_000) * minute, index]))
  const first = Math.ceil(from / minute) * minute
  const times = Array.from(
    { length: Math.max(0, Math.floor((to - first) / minute) + 1) },
    (_, at) => first + at * minute,
  )
  const valuesOf = (values: readonly number[]): number[] => times.map((at) => values[places.get(at) ?? -1] ?? 0)
  return {
    times,
    waiting: valuesOf(queueSize),
    oldestMs: valuesOf(oldestScheduledCheckRun).map((seconds) => seconds * 1_000),
    dropped: droppedRuns.reduce((sum, count) => sum + count, 0),
  }
}
