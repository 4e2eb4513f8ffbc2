import type { HeartbeatTimeline, Signal } from '../api.ts'

/** A run that ended, as a bar that stands where it ended. */
export interface Bar {
  readonly signal: Signal
  readonly x: number
  readonly heightPx: number
}

export interface Durations {
  readonly bars: readonly Bar[]
  /** Where runs started. */
  readonly starts: readonly { readonly signal: Signal; readonly x: number }[]
  readonly latestMs: number
  readonly medianMs: number
  readonly longestMs: number
}

const leastPx = 2

/** How long runs took, on a line from `fromMs` to `toMs`; null when no duration is known. */
export function durationsOf(
  { signals }: Pick<HeartbeatTimeline, 'signals'>,
  line: { readonly fromMs: number; readonly toMs: number; readonly xOf: (atMs: number) => number },
  heightPx: number,
): Durations | null {
  const shown = signals.filter(({ timestamp }) => Date.parse(timestamp) >= line.fromMs)
  const ended = shown.filter(({ durationMs }) => durationMs !== null)
  const lengths = ended.map(({ durationMs }) => durationMs ?? 0)
  const [latestMs] = lengths
  if (latestMs === undefined) return null
  const longestMs = Math.max(...lengths, 1)
  const xOf = ({ timestamp }: Signal): number => line.xOf(Date.parse(timestamp))
  return {
    bars: ended.map((signal) => ({
      signal,
      x: xOf(signal),
      heightPx: Math.max(leastPx, ((signal.durationMs ?? 0) / longestMs) * heightPx),
    })),
    starts: shown.filter(({ kind }) => kind === 'start').map((signal) => ({ signal, x: xOf(signal) })),
    latestMs,
    medianMs: medianOf(lengths),
    longestMs,
  }
}

/** The middle of an odd number, the mean of the two in the middle of an even one. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
