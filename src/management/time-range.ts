import { Fault } from '#kernel'

/** A span of time in epoch milliseconds; `toMs` lies outside. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Ids and dates reach to the end of the year 9999. */
const latestMs = 253_402_300_799_999
const iso = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/

/**
 * Epoch milliseconds of unix seconds or of an ISO 8601 date with or without a time; without an offset it is UTC.
 * Throws TIME_RANGE_INVALID naming the parameter.
 */
export function parseInstant(name: string, text: string): number {
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : isoMs(text)
  if (Number.isNaN(ms)) throw rangeFault(`${name} must be unix seconds or a date and time in ISO 8601.`)
  if (ms < 0 || ms > latestMs) throw rangeFault(`${name} lies too far away. Send unix seconds, not milliseconds.`)
  return Math.floor(ms)
}

function isoMs(text: string): number {
  const match = iso.exec(text)
  if (!match) return Number.NaN
  const hasTime = text.length > 10
  return Date.parse(hasTime && match[1] === undefined ? `${text}Z` : text)
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
  const range = { fromMs: fromMs ?? Math.max(0, end - rules.spanMs), toMs: Math.min(end, latestMs) }
  if (range.toMs - range.fromMs > rules.spanMs)
    throw rangeFault(`${fromName} and ${toName} may lie at most ${rules.spanText} apart.`)
  return range
}

/** The ends asked for, null where left out. Throws TIME_RANGE_INVALID. */
export function openRange(
  asked: AskedRange,
  [fromName, toName]: RangeRules['names'],
): { readonly fromMs: number | null; readonly toMs: number | null } {
  const fromMs = asked.from === undefined ? null : parseInstant(fromName, asked.from)
  const toMs = asked.to === undefined ? null : parseInstant(toName, asked.to)
  if (fromMs !== null && toMs !== null && fromMs > toMs) throw rangeFault(`${fromName} must not be after ${toName}.`)
  return { fromMs, toMs }
}

export const rangeFault = (problem: string): Fault => new Fault('TIME_RANGE_INVALID', { values: { problem } })
