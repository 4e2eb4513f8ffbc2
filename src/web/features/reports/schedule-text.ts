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

/** "Every Monday, 08:00, Europe/Berlin". */
export function scheduleText({ frequency, weekday, time, timeZone }: ScheduledReport): string {
  const days = frequency === 'WEEKLY' ? words.everyWeek(weekdayName(weekday ?? 1)) : words.everyMonth
  return `${days}, ${time}, ${timeZone}`
}
