import { clockText, momentText, timeText } from '#page-texts'
import type { PageTexts } from '#page-texts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'

/** A time, with its day. */
export const moment = (date: Date, texts: PageTexts): Html =>
  html`<time datetime="${date.toISOString()}">${momentText(date, texts)}</time>`

/** From one time to another; the second includes its day only when it is another day. */
export function timeSpan(from: Date, to: Date, texts: PageTexts): Html {
  const isSameDay = from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10)
  const end = isSameDay ? `${clockText(to, texts)} UTC` : momentText(to, texts)
  return html`<time datetime="${from.toISOString()}" data-to="${to.toISOString()}"
    >${timeText(from, texts)} – ${end}</time
  >`
}
