import { Temporal } from 'temporal-polyfill'
import type { RepeatUnit } from '#contract'
import { dayMs } from '#kernel'
import { occurrences } from './occurrences.ts'
import type { Occurrence, WindowTimes } from './occurrences.ts'

/** An occurrence by the clocks of the time zone of its window. */
export interface LocalOccurrence extends Occurrence {
  /** ISO 8601 with the offset, for example `2026-03-29T03:30:00+02:00`. */
  readonly localStartsAt: string
  readonly localEndsAt: string
  /** Whether clocks change between the previous occurrence and this one, or during it. */
  readonly clockChange: 'BEFORE' | 'DURING' | null
  /** Whether clocks skip its usual time, so that it starts later by the clock. */
  readonly isShifted: boolean
}

const mostDaysIn = { DAY: 1, WEEK: 7, MONTH: 31 } as const satisfies Record<RepeatUnit, number>
/** More than there are within the longest cycle and a day. */
const mostBefore = 4

/** The occurrences that end after `afterMs`, at most `limit`, as the clocks of their time zone show them. */
export function localOccurrences(window: WindowTimes, afterMs: number, limit: number): LocalOccurrence[] {
  const found = occurrences(window, afterMs - longestCycleMs(window), limit + mostBefore)
  const first = found.findIndex(({ endsAtMs }) => endsAtMs > afterMs)
  if (first === -1) return []
  return found
    .slice(first, first + limit)
    .map((occurrence, index) => localOf(occurrence, found[first + index - 1], window))
}

const longestCycleMs = ({ repeatUnit, repeatInterval }: WindowTimes): number =>
  repeatUnit === null ? 0 : ((repeatInterval ?? 1) * mostDaysIn[repeatUnit] + 1) * dayMs

function localOf(occurrence: Occurrence, before: Occurrence | undefined, window: WindowTimes): LocalOccurrence {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(window.timezone ?? 'UTC')
  const [start, end] = [at(occurrence.startsAtMs), at(occurrence.endsAtMs)]
  const isChangedBefore = before !== undefined && at(before.startsAtMs).offset !== start.offset
  return {
    ...occurrence,
    localStartsAt: textOf(start),
    localEndsAt: textOf(end),
    clockChange: start.offset === end.offset ? (isChangedBefore ? 'BEFORE' : null) : 'DURING',
    isShifted: !start.toPlainTime().equals(at(window.startsAtMs).toPlainTime()),
  }
}

/** A time by the clocks of a time zone, as ISO 8601 with the offset. */
export const localTimeOf = (ms: number, timezone: string): string =>
  textOf(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone))

const textOf = (at: Temporal.ZonedDateTime): string =>
  at.toString({ timeZoneName: 'never', calendarName: 'never', smallestUnit: 'second' })
