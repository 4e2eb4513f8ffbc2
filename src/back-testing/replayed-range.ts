import { longestBackTestDays } from '#contract'
import { dayMs, parseInstant, rangeFault } from '#kernel'
import { findKeptSince } from '#storage/database'
import type { Queryable } from '#storage/database'
import type { ReplayedRange } from './replay-history.ts'

const defaultDays = 30

/** A range as far as results of it are kept. */
export interface KeptRange extends ReplayedRange {
  /** Whether it was asked to begin earlier. */
  readonly isShortened: boolean
}

/** The requested range, by default the last 30 days. Throws TIME_RANGE_INVALID. */
export async function replayedRange(
  db: Queryable,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): Promise<KeptRange> {
  const toMs = to === undefined ? nowMs : Math.min(nowMs, parseInstant('to', to))
  const fromMs = from === undefined ? Math.max(0, toMs - defaultDays * dayMs) : parseInstant('from', from)
  if (fromMs >= toMs)
    throw rangeFault('from must be before to, and in the past.', {
      path: 'to',
      rule: 'after',
      parameters: { field: 'from' },
    })
  if (toMs - fromMs > longestBackTestDays * dayMs)
    throw rangeFault(`from and to may lie at most ${longestBackTestDays} days apart.`)
  const keptMs = (await findKeptSince(db)) ?? 0
  if (keptMs <= fromMs) return { fromMs, toMs, isShortened: false }
  return { fromMs: Math.min(keptMs, toMs), toMs, isShortened: true }
}
