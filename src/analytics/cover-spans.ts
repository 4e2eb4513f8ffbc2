import { dayMs, hourMs } from '#kernel'
import type { RollupProgress, Span } from '#storage/analytics'

/** Which stretches of time are read from where; together they are the spans asked for, as far as anything is kept. */
export interface Cover {
  readonly days: readonly Span[]
  readonly hours: readonly Span[]
  readonly results: readonly Span[]
}

/** Whole days from daily roll-ups, what is left from hourly ones, and the edges from packed hours and results. */
export function coverSpans(spans: readonly Span[], progress: RollupProgress): Cover {
  const days = spans.map((span) => inner(span, dayMs, progress.dayMs))
  const aroundDays = spans.flatMap((span, index) => around(span, days[index] ?? null))
  const hours = aroundDays.map((span) => inner(span, hourMs, progress.hourMs))
  const aroundHours = aroundDays.flatMap((span, index) => around(span, hours[index] ?? null))
  return {
    days: days.filter((span) => span !== null),
    hours: hours.filter((span) => span !== null),
    results: aroundHours.filter((span) => span.toMs > progress.resultsFromMs),
  }
}

/** The whole units inside a span that are rolled up; null when there is none. */
export function inner(span: Span, unitMs: number, untilMs: number): Span | null {
  const fromMs = Math.ceil(span.fromMs / unitMs) * unitMs
  const toMs = Math.min(Math.floor(span.toMs / unitMs) * unitMs, untilMs)
  return fromMs < toMs ? { ...span, fromMs, toMs } : null
}

export function around(span: Span, core: Span | null): Span[] {
  if (core === null) return [span]
  const sides = [
    { ...span, toMs: core.fromMs },
    { ...span, fromMs: core.toMs },
  ]
  return sides.filter((side) => side.fromMs < side.toMs)
}
