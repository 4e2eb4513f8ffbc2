import { monthText } from '#page-texts'
import type { PublicEvent, PublicHistory } from '#publishing'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { eventCard, eventDocument, eventPath, eventsByDay } from './events.ts'
import { framedPage, originalUrls, sharePictureOf } from './frame.ts'
import type { Framed } from './frame.ts'
import { pathTo } from './page-urls.ts'

/** One month of what happened. */
export function historyView(history: PublicHistory, framed: Framed): Page {
  const { profile, urls, texts } = framed
  const month = monthText(history.month, texts)
  const step = (to: string | null, rel: 'prev' | 'next') =>
    to === null
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${pathTo(urls, `history/${to}`)}">${monthText(to, texts)}</a>`
  const content = html`<h1>${texts.history}</h1>
    <nav class="months" aria-label="${texts.months}">
      ${step(history.earlier, 'prev')}
      <h2>${month}</h2>
      ${step(history.later, 'next')}
    </nav>
    ${history.events.length === 0 && html`<p class="muted">${texts.nothingIn({ month })}</p>`}
    ${eventsByDay(history.events, framed)}
    ${history.isCut && html`<p class="muted">${texts.cut({ count: history.events.length })}</p>`}`
  return framedPage(framed, { title: `${profile.name}: ${month}`, path: `history/${history.month}` }, content)
}

/** One incident or maintenance, at a permanent URL. */
export function eventView(event: PublicEvent, framed: Framed): Page {
  const { profile, urls, texts } = framed
  const original = originalUrls(framed)
  const content = html`${eventCard(event, framed, 1)}
    <p class="more"><a href="${urls.home}">${texts.backTo(profile)}</a></p>`
  const path = eventDocument(event)
  const page = framedPage(framed, { title: `${event.name}: ${profile.name}`, path }, content)
  return { ...page, canonical: original.origin + eventPath(original, event), ...sharePictureOf(framed, event.name) }
}
