import type { PublicEvent, PublicHistory } from '#publishing'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { eventCard, eventPath, eventsByDay } from './events.ts'
import { framedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import { monthWords } from './times.ts'

/** One month of what happened. */
export function historyView(history: PublicHistory, framed: Framed): Page {
  const { look, place } = framed
  const month = monthWords(history.month)
  const step = (to: string | null, rel: 'prev' | 'next') =>
    to === null ? html`<span></span>` : html`<a rel="${rel}" href="${place.base}/history/${to}">${monthWords(to)}</a>`
  const content = html`<h1>History</h1>
    <nav class="months" aria-label="Months">
      ${step(history.earlier, 'prev')}
      <h2>${month}</h2>
      ${step(history.later, 'next')}
    </nav>
    ${history.events.length === 0 && html`<p class="muted">No incidents and no maintenance in ${month}.</p>`}
    ${eventsByDay(history.events, place)}
    ${history.isCut && html`<p class="muted">The latest ${history.events.length} are shown.</p>`}`
  return framedPage(framed, { title: `${look.name}: ${month}` }, content)
}

/** One incident or maintenance, at a permanent URL. */
export function eventView(event: PublicEvent, framed: Framed): Page {
  const { look, place } = framed
  const content = html`${eventCard(event, place, 1)}
    <p class="more"><a href="${place.home}">Back to ${look.name}</a></p>`
  const page = framedPage(framed, { title: `${event.name}: ${look.name}` }, content)
  return { ...page, canonical: place.origin + eventPath(place, event) }
}
