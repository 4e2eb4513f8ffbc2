import { Temporal } from 'temporal-polyfill'

/** An occurrence of maintenance as a tool has it. */
export interface HostedWindow {
  readonly name: string
  /** The first start, by the clock of the time zone. */
  readonly start: Temporal.PlainDateTime
  readonly seconds: number
  readonly timezone: string
  readonly repeat: { readonly unit: 'DAY' | 'WEEK' | 'MONTH'; readonly interval: number } | null
  /** The last day; null: none. */
  readonly until?: string | null
  readonly tags: readonly string[]
  /** Checks go on and only alerts are kept back. Default: checks pause. */
  readonly isSilence?: boolean
}

/** Seconds from one occurrence to the next at least. */
const shortest = { DAY: 23 * 3600, WEEK: 167 * 3600, MONTH: 671 * 3600 } as const
const longestDays = 365

/** Null for a window without a length, or longer than until it repeats. */
export function windowValue(window: HostedWindow): Readonly<Record<string, unknown>> | null {
  const { name, start, timezone, repeat, until = null } = window
  const seconds = Math.min(mostSeconds(repeat), Math.round(window.seconds))
  if (!(seconds > 0) || start.year < 2000 || start.year > 2099) return null
  const startsAt = start.toZonedDateTime(timezone).epochMilliseconds
  return {
    name: name.slice(0, 200),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + seconds * 1000).toISOString(),
    timezone,
    ...(repeat && { repeatUnit: repeat.unit, repeatInterval: repeat.interval }),
    ...(until !== null && { repeatEndsAt: until }),
    ...coverage(window),
  }
}

const coverage = ({ tags, isSilence = false }: HostedWindow): Readonly<Record<string, unknown>> =>
  tags.length === 0 ? {} : isSilence ? { silenceAlertsTags: tags } : { tags }

/** None where the repetition has no counterpart. */
function mostSeconds(repeat: HostedWindow['repeat']): number {
  if (repeat === null) return longestDays * 86_400
  return repeat.interval >= 1 && repeat.interval <= longestDays ? shortest[repeat.unit] * repeat.interval : 0
}

/** The first day from a date on that is this day of the week, 1 a Monday, 7 a Sunday. */
export const weekdayFrom = (from: Temporal.PlainDate, day: number): Temporal.PlainDate =>
  from.add({ days: (((day - from.dayOfWeek) % 7) + 7) % 7 })

/** The first such day of a month from a date on; −1 and days beyond the month are its last one. */
export function monthDayFrom(from: Temporal.PlainDate, day: number): Temporal.PlainDate {
  const wanted = day < 1 ? 31 : day
  let month = from.with({ day: 1 })
  while (month.daysInMonth < wanted || Temporal.PlainDate.compare(month.with({ day: wanted }), from) < 0)
    month = month.add({ months: 1 })
  return month.with({ day: wanted })
}

/** `2026-02-01`, with anything behind it; null for no date. */
export function dateIn(text: string | null): Temporal.PlainDate | null {
  const found = /^(20\d\d-\d\d-\d\d)/.exec(text ?? '')?.[1]
  try {
    return found === undefined ? null : Temporal.PlainDate.from(found)
  } catch {
    return null
  }
}

/** `9:05`, `09:05:00` and the like; null for no time. */
export function timeIn(text: string | null): Temporal.PlainTime | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text ?? '') ?? []
  const isTime = hour !== undefined && Number(hour) < 24 && Number(minute) < 60
  return isTime ? Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) }) : null
}

/** The wall clock of an instant, given in seconds since 1970 or as ISO 8601; null for neither. */
export function wallClockOf(instant: number | string | null, timezone: string): Temporal.PlainDateTime | null {
  const ms = typeof instant === 'number' ? instant * 1000 : Date.parse(instant ?? '')
  if (!Number.isFinite(ms) || Math.abs(ms) > 4e12) return null
  return Temporal.Instant.fromEpochMilliseconds(Math.round(ms)).toZonedDateTimeISO(timezone).toPlainDateTime()
}

export function isTimezone(name: string | null): name is string {
  try {
    return name !== null && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
