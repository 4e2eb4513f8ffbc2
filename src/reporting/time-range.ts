import type { FieldProblem } from '#contract'
import { firstIdAt, latestInstantMs, parseInstant, rangeFault } from '#kernel'

/** A time range in epoch milliseconds; `toMs` is exclusive. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** A time range whose ends may be open: null. */
export interface OpenRange {
  readonly fromMs: number | null
  readonly toMs: number | null
}

interface RequestedRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The names of the two parameters, and the default of an absent end. */
export interface RangeRules {
  readonly names: readonly [from: string, to: string]
  readonly nowMs: number
  /** The longest range allowed, which is also the default range. */
  readonly spanMs: number
  readonly spanText: string
}

/** The requested range, at most `spanMs` long; by default the last `spanMs`. Throws TIME_RANGE_INVALID. */
export function limitedRange(requested: RequestedRange, rules: RangeRules): TimeRange {
  const [fromName, toName] = rules.names
  const { fromMs, toMs } = openRange(requested, rules.names)
  const end = toMs ?? (fromMs === null ? rules.nowMs + 1 : fromMs + rules.spanMs)
  const range = { fromMs: fromMs ?? Math.max(0, end - rules.spanMs), toMs: Math.min(end, latestInstantMs) }
  if (range.toMs - range.fromMs > rules.spanMs)
    throw rangeFault(`${fromName} and ${toName} may lie at most ${rules.spanText} apart.`)
  return range
}

/** The requested ends, null where absent. Throws TIME_RANGE_INVALID. */
export function openRange(requested: RequestedRange, [fromName, toName]: RangeRules['names']): OpenRange {
  const fromMs = requested.from === undefined ? null : parseInstant(fromName, requested.from)
  const toMs = requested.to === undefined ? null : parseInstant(toName, requested.to)
  if (fromMs !== null && toMs !== null && fromMs > toMs) {
    const problem: FieldProblem = { path: toName, rule: 'notBefore', parameters: { field: fromName } }
    throw rangeFault(`${fromName} must not be after ${toName}.`, problem)
  }
  return { fromMs, toMs }
}

/** The ids created within a range: `fromId` is the first, `beforeId` is exclusive, null is open. */
export const idRangeOf = ({ fromMs, toMs }: OpenRange): { fromId: string | null; beforeId: string | null } => ({
  fromId: fromMs === null ? null : firstIdAt(fromMs),
  beforeId: toMs === null ? null : firstIdAt(toMs),
})
