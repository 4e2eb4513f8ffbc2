import { html } from '../html.ts'
import type { Html } from '../html.ts'

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** `12 Mar 2026`, in UTC like all times on pages. */
export const dayText = (date: Date): string =>
  `${date.getUTCDate()} ${monthName(date.getUTCMonth()).slice(0, 3)} ${date.getUTCFullYear()}`

/** `March 2026` for `2026-03`. */
export const monthText = (month: string): string => `${monthName(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`

/** `12 Mar 2026, 10:30 UTC`. */
export const momentText = (date: Date): string => `${dayText(date)}, ${clockText(date)} UTC`

const monthName = (index: number): string => monthNames[index] ?? ''

const clockText = (date: Date): string => date.toISOString().slice(11, 16)

export const moment = (date: Date): Html => html`<time datetime="${date.toISOString()}">${momentText(date)}</time>`

/** From one time to another; the second includes its day only when it is another day. */
export function timeSpan(from: Date, to: Date): Html {
  const isSameDay = from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10)
  const start = `${dayText(from)}, ${clockText(from)}`
  const end = isSameDay ? `${clockText(to)} UTC` : momentText(to)
  return html`<time datetime="${from.toISOString()}">${start}</time> –
    <time datetime="${to.toISOString()}">${end}</time>`
}
