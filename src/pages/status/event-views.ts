import type { PublicEvent, PublicHistory } from '#publishing'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { eventCard, eventPath, eventsByDay } from './events.ts'
import { framedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import { monthText } from './times.ts'

/** One month of what happened. */
export function historyView(history: PublicHistory, framed: Framed): Page {
  const { profile, urls } = framed
  const month = monthText(history.month)
  const step = (to: string | null, rel: 'prev' | 'next') =>
    to === null ? html`<span></span>` : html`<a rel="${rel}" href="${urls.base}/history/${to}">${monthText(to)}</a>`
  const content = html`<h1>History</h1>
    <nav class="months" aria-label="Months">
      ${step(history.earlier, 'prev')}
      <h2>${month}</h2>
      ${step(history.later, 'next')}
    </nav>
    ${history.events.length === 0 && html`<p class="muted">No incidents or maintenance in ${month}.</p>`}
    ${eventsByDay(history.events, urls)}
    ${history.isCut && html`<p class="muted">The latest ${history.events.length} are shown.</p>`}`
  return framedPage(framed, { title: `${profile.name}: ${month}` }, content)
}

/** One incident or maintenance, at a permanent URL. */
export function eventView(event: PublicEvent, framed: Framed): Page {
  const { profile, urls } = framed
  const content = html`${eventCard(event, urls, 1)}
    <p class="more"><a href="${urls.home}">Back to ${profile.name}</a></p>`
  const page = framedPage(framed, { title: `${event.name}: ${profile.name}` }, content)
  return { ...page, canonical: urls.origin + eventPath(urls, event) }
}
