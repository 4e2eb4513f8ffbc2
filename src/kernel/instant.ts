import type { FieldProblem } from '#contract'
import { Fault } from './fault.ts'

/** Ids and dates reach to the end of the year 9999. */
export const latestInstantMs = 253_402_300_799_999

const unixSeconds = /^\d+(?:\.\d+)?$/
const iso = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/

/**
 * Epoch milliseconds of unix seconds or of an ISO 8601 date with or without a time; without an offset it is UTC.
 * Throws TIME_RANGE_INVALID naming the parameter, also for what lies before 1970 or after `latestMs`.
 */
export function parseInstant(name: string, text: string, latestMs = latestInstantMs): number {
  const ms = unixSeconds.test(text) ? Number(text) * 1000 : isoMs(text)
  if (Number.isNaN(ms)) throw rangeFault(`${name} must be unix seconds or a date and time in ISO 8601.`, instant(name))
  if (ms < 0 || ms > latestMs)
    throw rangeFault(`${name} lies too far away. Send unix seconds, not milliseconds.`, instant(name))
  return Math.floor(ms)
}

function isoMs(text: string): number {
  const match = iso.exec(text)
  if (!match) return Number.NaN
  const hasTime = text.length > 10
  return Date.parse(hasTime && match[1] === undefined ? `${text}Z` : text)
}

const instant = (path: string): FieldProblem => ({ path, rule: 'format', parameters: { format: 'instant' } })

/** TIME_RANGE_INVALID with a message about the problem of a range, and the rule of the field if it is that of one. */
export const rangeFault = (problem: string, ...problems: readonly FieldProblem[]): Fault =>
  new Fault('TIME_RANGE_INVALID', { values: { problem }, problems })
