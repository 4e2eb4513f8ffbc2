import { Temporal } from 'temporal-polyfill'
import { dayMs, hourMs } from '#kernel'

/** A part of every day by the clocks of a time zone; it passes midnight where `to` is before `from`. */
export interface DailyHours {
  /** Such as `22:00`. */
  readonly from: string
  readonly to: string
  /** IANA name. */
  readonly timeZone: string
}

/** The longest day of a time zone. */
const longestDayMs = dayMs + hourMs

/**
 * The first moment from `atMs` on that is in none of these hours; both in epoch milliseconds. Hours that leave no time of
 * the day apply to nothing, so that what waits for their end is never lost.
 */
export function endOfQuietHours(hours: readonly DailyHours[], atMs: number): number {
  let ms = atMs
  while (ms - atMs <= longestDayMs) {
    const ends = hours.flatMap((one) => endOf(one, ms) ?? [])
    if (ends.length === 0) return ms
    ms = Math.max(...ends)
  }
  return atMs
}

/** When the hours end that a moment is in; null when it is in none. */
function endOf({ from, to, timeZone }: DailyHours, atMs: number): number | null {
  if (from === to) return null
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate()
  const nights = to < from ? 1 : 0
  const timeOf = (date: Temporal.PlainDate, time: string): number =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  const spans = [today.subtract({ days: nights }), today].map((day) => ({
    startMs: timeOf(day, from),
    endMs: timeOf(day.add({ days: nights }), to),
  }))
  return spans.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)?.endMs ?? null
}
