import type { RecurrenceFacts } from '../../strings/en/recurrence.ts'
import { laterBy, wallTimeOf } from './wall-time.ts'

/** The times of a window. */
export interface WindowTimes {
  readonly startsAt: string
  readonly endsAt: string
  /** Null: UTC. */
  readonly timezone: string | null
  readonly repeatUnit: 'DAY' | 'WEEK' | 'MONTH' | null
  readonly repeatInterval: number | null
  readonly repeatEndsAt: string | null
}

const minuteMs = 60_000
const dayMs = 86_400_000
const dateOf = (wallTime: string): string => wallTime.slice(0, 10)

/** The facts about the times of a window, with names of days in a locale. */
export function recurrenceOf(times: WindowTimes, locale: string): RecurrenceFacts {
  const zone = times.timezone ?? 'UTC'
  const start = wallTimeOf(zone, times.startsAt)
  const end = times.repeatUnit === null ? wallTimeOf(zone, times.endsAt) : laterBy(start, minutesOf(times))
  const said = (wallTime: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${wallTime.slice(0, 16)}Z`))
  return {
    unit: times.repeatUnit,
    interval: times.repeatInterval ?? 1,
    weekday: said(start, { weekday: 'long' }),
    date: said(start, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    dayOfMonth: Number(start.slice(8, 10)),
    from: said(start, { hour: '2-digit', minute: '2-digit' }),
    to: said(end, { hour: '2-digit', minute: '2-digit' }),
    daysLater: (Date.parse(dateOf(end)) - Date.parse(dateOf(start))) / dayMs,
    zone,
    until: times.repeatEndsAt && said(times.repeatEndsAt, { day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** Every occurrence lasts as long as the first, also if clocks changed while that lasted. */
const minutesOf = ({ startsAt, endsAt }: WindowTimes): number => (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs
