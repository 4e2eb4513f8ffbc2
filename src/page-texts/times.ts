import type { PageTexts } from './page-texts.ts'

type Style = 'day' | 'moment' | 'clock' | 'month'

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day,
  clock,
  moment: { ...day, ...clock },
  month: { month: 'long', year: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs more than using it a thousand times. */
function formatOf(style: Style, { locale }: PageTexts): Intl.DateTimeFormat {
  const key = `${locale} ${style}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC' })
  formats.set(key, known)
  return known
}

/** `12 Mar 2026`, in UTC like all times before a script puts them in the zone of the reader. */
export const dayText = (date: Date, texts: PageTexts): string => formatOf('day', texts).format(date)

/** `March 2026` for `2026-03`. */
export const monthText = (month: string, texts: PageTexts): string =>
  formatOf('month', texts).format(new Date(`${month}-01T00:00:00.000Z`))

/** `12 Mar 2026, 10:30 UTC`. */
export const momentText = (date: Date, texts: PageTexts): string => `${timeText(date, texts)} UTC`

/** `10:30`, in UTC. */
export const clockText = (date: Date, texts: PageTexts): string => formatOf('clock', texts).format(date)

/** A moment without its zone. */
export const timeText = (date: Date, texts: PageTexts): string => formatOf('moment', texts).format(date)
