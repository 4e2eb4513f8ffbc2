import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { PageTexts } from './texts/page-texts.ts'

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
export const momentText = (date: Date, texts: PageTexts): string => `${formatOf('moment', texts).format(date)} UTC`

const clockText = (date: Date, texts: PageTexts): string => formatOf('clock', texts).format(date)

/** A time, with its day. */
export const moment = (date: Date, texts: PageTexts): Html =>
  html`<time datetime="${date.toISOString()}">${momentText(date, texts)}</time>`

/** From one time to another; the second includes its day only when it is another day. */
export function timeSpan(from: Date, to: Date, texts: PageTexts): Html {
  const isSameDay = from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10)
  const end = isSameDay ? `${clockText(to, texts)} UTC` : momentText(to, texts)
  return html`<time datetime="${from.toISOString()}" data-to="${to.toISOString()}"
    >${formatOf('moment', texts).format(from)} – ${end}</time
  >`
}
