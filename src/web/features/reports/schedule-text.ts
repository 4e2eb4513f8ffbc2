import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import type { ScheduledReport } from './api.ts'

const words = lateTexts.reports.scheduled

/** The first Monday of 1970 was the 5th of January. */
const mondayMs = Date.UTC(1970, 0, 5)
const dayMs = 86_400_000

/** The name of a day of the week; 1 is Monday. */
export const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(mondayMs + (weekday - 1) * dayMs)

/** A time of day such as `08:00`, as the reader writes it. */
const timeOfDay = (time: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`1970-01-05T${time}Z`),
  )

/** "Every Monday, 08:00, Europe/Berlin". */
export function scheduleText({ frequency, weekday, time, timeZone }: ScheduledReport): string {
  const days = frequency === 'WEEKLY' ? words.everyWeek(weekdayName(weekday ?? 1)) : words.everyMonth
  return `${days}, ${timeOfDay(time)}, ${timeZone}`
}
