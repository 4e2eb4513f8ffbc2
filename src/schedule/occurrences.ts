import { Temporal } from 'temporal-polyfill'
import type { RepeatUnit } from '#contract'
import { dayMs } from '#kernel'

/** The times of a maintenance window. Times are epoch milliseconds. */
export interface WindowTimes {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** IANA name; null means UTC. */
  readonly timezone: string | null
  /** Null: the window does not repeat. */
  readonly repeatUnit: RepeatUnit | null
  /** Null counts as 1. */
  readonly repeatInterval: number | null
  /** `YYYY-MM-DD` in the time zone: the last day on which an occurrence may start. */
  readonly repeatEndsAt: string | null
}

export interface Occurrence {
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** Times reach to the end of the year 9999, in epoch milliseconds. */
export const latestTimeMs = 253_402_300_799_999

const daysIn = { DAY: 1, WEEK: 7, MONTH: 28 } as const satisfies Record<RepeatUnit, number>
const averageDaysOfMonth = 30.436_875
/** Covers how far months of 28 to 31 days and daylight saving time move a cycle from its average time. */
const safetyCycles = 2

/** The shortest cycle of a repeating window by the calendar, in milliseconds; null for one that does not repeat. */
export const shortestCycleMs = ({ repeatUnit, repeatInterval }: WindowTimes): number | null =>
  repeatUnit === null ? null : (repeatInterval ?? 1) * daysIn[repeatUnit] * dayMs

/**
 * The occurrences that end after `afterMs`, in order, at most `limit`. Repeats keep the local time of the start: a time
 * that daylight saving time skips is moved by the gap, a repeated one is the first; the 31st is the last day of shorter
 * months. Every occurrence lasts exactly as long as the first (RFC 5545, 3.8.5.3).
 */
export function occurrences(window: WindowTimes, afterMs: number, limit: number): Occurrence[] {
  const found: Occurrence[] = []
  const lengthMs = window.endsAtMs - window.startsAtMs
  for (let cycle = cycleBefore(window, afterMs - lengthMs); found.length < limit; cycle += 1) {
    if (cycle > 0 && (window.repeatUnit === null || isAfterLastDay(window, cycle))) return found
    const startsAtMs = cycle === 0 ? window.startsAtMs : startOfCycle(window, cycle)
    if (startsAtMs + lengthMs > latestTimeMs) return found
    if (startsAtMs + lengthMs > afterMs) found.push({ startsAtMs, endsAtMs: startsAtMs + lengthMs })
  }
  return found
}

/** The occurrences to create in advance: the current ones, and the next. A single occurrence also when it is over. */
export function plannedOccurrences(window: WindowTimes, nowMs: number): Occurrence[] {
  if (window.repeatUnit === null) return [{ startsAtMs: window.startsAtMs, endsAtMs: window.endsAtMs }]
  const near = occurrences(window, nowMs, occurrencesAtOnce + 1)
  const next = near.findIndex(({ startsAtMs }) => startsAtMs > nowMs)
  return next === -1 ? near : near.slice(0, next + 1)
}

/** A window is not longer than its cycle, but daylight saving time can make two of them overlap. */
const occurrencesAtOnce = 2

/** A cycle that certainly starts before `ms`, close to the last such one; 0 is the first. */
function cycleBefore({ startsAtMs, repeatUnit, repeatInterval }: WindowTimes, ms: number): number {
  if (repeatUnit === null || ms <= startsAtMs) return 0
  const days = repeatUnit === 'MONTH' ? averageDaysOfMonth : daysIn[repeatUnit]
  const cycles = (ms - startsAtMs) / ((repeatInterval ?? 1) * days * dayMs)
  return Math.max(0, Math.floor(cycles) - safetyCycles)
}

const zoneOf = ({ timezone }: WindowTimes): string => timezone ?? 'UTC'

/** Counted from the first occurrence, so that the 31st returns after a shorter month. */
function localStart(window: WindowTimes, cycle: number): Temporal.PlainDateTime {
  const first = Temporal.Instant.fromEpochMilliseconds(window.startsAtMs)
    .toZonedDateTimeISO(zoneOf(window))
    .toPlainDateTime()
  const count = cycle * (window.repeatInterval ?? 1)
  if (window.repeatUnit === 'MONTH') return first.add({ months: count }, { overflow: 'constrain' })
  return first.add(window.repeatUnit === 'WEEK' ? { weeks: count } : { days: count })
}

const startOfCycle = (window: WindowTimes, cycle: number): number =>
  localStart(window, cycle).toZonedDateTime(zoneOf(window), { disambiguation: 'compatible' }).epochMilliseconds

const isAfterLastDay = (window: WindowTimes, cycle: number): boolean =>
  window.repeatEndsAt !== null &&
  Temporal.PlainDate.compare(localStart(window, cycle).toPlainDate(), window.repeatEndsAt) > 0

/** The calendar date of a time in a time zone, as `YYYY-MM-DD`. */
export const calendarDateOf = (ms: number, timezone: string | null): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timezone ?? 'UTC')
    .toPlainDate()
    .toString()

/** Whether a string is a calendar date that exists, as `YYYY-MM-DD`. */
export const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && succeeds(() => Temporal.PlainDate.from(text, { overflow: 'reject' }))

/** Whether a string is the name of an IANA time zone; offsets such as `+02:00` are not. */
export const isTimeZone = (text: string): boolean =>
  /^[A-Za-z]/.test(text) && succeeds(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text))

/** The library throws a RangeError for unknown names. */
function succeeds(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
