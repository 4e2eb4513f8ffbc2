import { Temporal } from 'temporal-polyfill'
import type { ReportFrequency, ReportRange } from '#contract'

/** When a report is sent, by the clocks of a time zone. */
export interface ReportTimes {
  readonly frequency: ReportFrequency
  /** 1 is Monday; null for monthly ones. */
  readonly weekday: number | null
  /** Such as `08:00`. */
  readonly time: string
  /** IANA name. */
  readonly timeZone: string
}

/** The first time after a moment; both in epoch milliseconds. A time that clocks skip is an hour later that day. */
export function nextReportAt({ frequency, weekday, time, timeZone }: ReportTimes, afterMs: number): number {
  const today = dateOf(timeZone, afterMs)
  const candidates =
    frequency === 'MONTHLY'
      ? [0, 1, 2].map((months) => today.with({ day: 1 }).add({ months }))
      : Array.from({ length: 9 }, (_, days) => today.add({ days })).filter(({ dayOfWeek }) => dayOfWeek === weekday)
  const times = candidates.map(
    (date) => date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
  )
  return times.find((ms) => ms > afterMs) ?? Number.POSITIVE_INFINITY
}

export interface ReportPeriod {
  readonly fromMs: number
  readonly toMs: number
  /** When the period to compare with begins. */
  readonly previousFromMs: number
}

const rollingDays = { LAST_7_DAYS: 7, LAST_30_DAYS: 30, LAST_90_DAYS: 90 } as const

/** The whole days of a range that are over at a moment, by the clocks of a time zone, and as much before. */
export function reportPeriod(range: ReportRange, timeZone: string, atMs: number): ReportPeriod {
  const today = dateOf(timeZone, atMs)
  const startOf = (date: Temporal.PlainDate): number => date.toZonedDateTime(timeZone).epochMilliseconds
  const [to, length] = endAndLength(range, today)
  const from = to.subtract(length)
  return { fromMs: startOf(from), toMs: startOf(to), previousFromMs: startOf(from.subtract(length)) }
}

function endAndLength(range: ReportRange, today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.DurationLike] {
  if (range === 'LAST_MONTH') return [today.with({ day: 1 }), { months: 1 }]
  if (range === 'LAST_WEEK') return [today.subtract({ days: today.dayOfWeek - 1 }), { days: 7 }]
  return [today, { days: rollingDays[range] }]
}

const dateOf = (timeZone: string, atMs: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate()
