import { locale } from '../language.ts'

/** The day of a time such as `2027-03-28T03:30:00+02:00`, by its clocks. */
export const shownDay = (localTime: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${localTime.slice(0, 10)}T00:00Z`))

/** The time of day of such a time. */
export const clockIn = (localTime: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' }).format(
    new Date(`${localTime.slice(0, 16)}Z`),
  )

/** `+02:00` of such a time. */
export const offsetIn = (localTime: string): string => localTime.slice(19)
