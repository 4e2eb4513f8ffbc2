import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import type { TickSummary } from './summarize-tick.ts'

/** Consecutive ticks that did not pass, up to and including the current one. */
export interface ProblemSpan {
  readonly runs: number
  readonly sinceMs: number
  readonly atMs: number
  /** Of the runs that a window looks back on, how many did not pass. */
  readonly failedOfRecent: number
}

/**
 * Whether a problem has lasted long enough for an alert. RUN_BASED counts ticks that did not pass, degraded ones
 * included. TIME_BASED is reached by the first such tick at or after the threshold. A window
 * replaces both.
 */
export function isThresholdReached(
  settings: AlertSettings,
  { runs, sinceMs, atMs, failedOfRecent }: ProblemSpan,
): boolean {
  const { windowBasedEscalation: window } = settings
  if (window) return failedOfRecent >= window.failedRunThreshold
  if (settings.escalationType === 'RUN_BASED') return runs >= settings.runBasedEscalation.failedRunThreshold
  return atMs - sinceMs >= settings.timeBasedEscalation.minutesFailingThreshold * minuteMs
}

/**
 * Whether enough locations failed or are degraded. Applies to parallel ticks in two or more locations only, and is true
 * for all others. A failed tick counts its failing locations; a degraded tick, which has none, its degraded locations.
 */
export function isShareReached(settings: AlertSettings, tick: TickSummary & { readonly isParallel: boolean }): boolean {
  const { enabled, percentage } = settings.parallelRunFailureThreshold
  if (!enabled || !tick.isParallel || tick.totalLocations < 2) return true
  const affected = tick.outcome === 'failed' ? tick.failingLocations : tick.degradedLocations
  return affected * 100 >= percentage * tick.totalLocations
}
