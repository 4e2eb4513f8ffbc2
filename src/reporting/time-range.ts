import { firstIdAt, latestInstantMs, parseInstant, rangeFault } from '#kernel'

/** A span of time in epoch milliseconds; `toMs` lies outside. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** A span of time either end of which may be open: null. */
export interface OpenRange {
  readonly fromMs: number | null
  readonly toMs: number | null
}

interface AskedRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The names of the two parameters, and what a caller who leaves out an end means. */
export interface RangeRules {
  readonly names: readonly [from: string, to: string]
  readonly nowMs: number
  /** The longest span allowed, which is also the span meant when an end is left out. */
  readonly spanMs: number
  readonly spanText: string
}

/** The span asked for, at most `spanMs` long; by default the last `spanMs`. Throws TIME_RANGE_INVALID. */
export function limitedRange(asked: AskedRange, rules: RangeRules): TimeRange {
  const [fromName, toName] = rules.names
  const { fromMs, toMs } = openRange(asked, rules.names)
  const end = toMs ?? (fromMs === null ? rules.nowMs + 1 : fromMs + rules.spanMs)
  const range = { fromMs: fromMs ?? Math.max(0, end - rules.spanMs), toMs: Math.min(end, latestInstantMs) }
  if (range.toMs - range.fromMs > rules.spanMs)
    throw rangeFault(`${fromName} and ${toName} may lie at most ${rules.spanText} apart.`)
  return range
}

/** The ends asked for, null where left out. Throws TIME_RANGE_INVALID. */
export function openRange(asked: AskedRange, [fromName, toName]: RangeRules['names']): OpenRange {
  const fromMs = asked.from === undefined ? null : parseInstant(fromName, asked.from)
  const toMs = asked.to === undefined ? null : parseInstant(toName, asked.to)
  if (fromMs !== null && toMs !== null && fromMs > toMs) throw rangeFault(`${fromName} must not be after ${toName}.`)
  return { fromMs, toMs }
}

/** The ids of what was made within a span: `fromId` is the first, `beforeId` lies outside, null is open. */
export const idRangeOf = ({ fromMs, toMs }: OpenRange): { fromId: string | null; beforeId: string | null } => ({
  fromId: fromMs === null ? null : firstIdAt(fromMs),
  beforeId: toMs === null ? null : firstIdAt(toMs),
})
