import { hourMs } from '#kernel'
import type { RollupProgress, Span, TimeSpan } from '#storage/analytics'

/** The same time without overlaps, in order. */
export function mergedStretches(timeSpans: readonly TimeSpan[]): TimeSpan[] {
  const merged: { fromMs: number; toMs: number }[] = []
  for (const { fromMs, toMs } of timeSpans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else merged.push({ fromMs, toMs })
  }
  return merged
}

interface SplitHours {
  /** Of each span the hours that are kept and lie within it. */
  readonly whole: readonly Span[]
  /** Hours that are kept and only partly asked for. */
  readonly edges: readonly TimeSpan[]
  /** The spans that have no hourly aggregates yet. */
  readonly recent: readonly TimeSpan[]
}

/** Where what was measured in these spans is read from. */
export function splitHours(spans: readonly Span[], { hourMs: keptUntilMs }: RollupProgress): SplitHours {
  const kept = spans.map((span) => ({ ...span, toMs: Math.min(span.toMs, keptUntilMs) })).filter(isSome)
  const recent = spans.map((span) => ({ ...span, fromMs: Math.max(span.fromMs, keptUntilMs) })).filter(isSome)
  const cut = kept.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((ms) => ms % hourMs !== 0)
  return {
    whole: kept
      .map((span) => ({
        ...span,
        fromMs: Math.ceil(span.fromMs / hourMs) * hourMs,
        toMs: Math.floor(span.toMs / hourMs) * hourMs,
      }))
      .filter(isSome),
    edges: mergedStretches(cut.map(hourAround)),
    recent: mergedStretches(recent),
  }
}

const isSome = ({ fromMs, toMs }: TimeSpan): boolean => fromMs < toMs

function hourAround(ms: number): TimeSpan {
  const fromMs = Math.floor(ms / hourMs) * hourMs
  return { fromMs, toMs: fromMs + hourMs }
}
