import type { PublicStatusPage } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { eventCard, eventsByDay } from './events.ts'
import { framedPage } from './frame.ts'
import type { Framed } from './frame.ts'
import { stateClass, stateIcon } from './icons.ts'
import { serviceCard } from './service-bars.ts'
import { moment } from './times.ts'
import { pageStateLabels, severityLabels, shownState } from './labels.ts'

const refreshSeconds = 120

/**
 * The status page itself: current problems, the state and history of services, scheduled maintenances and recent
 * events.
 */
export function statusView(page: PublicStatusPage, framed: Framed): Page {
  const { profile } = page
  const state = stateOf(page)
  const content = html`<h1>${profile.name}</h1>
    ${profile.description !== null && profile.description !== '' && html`<p class="lead">${profile.description}</p>`}
    <section class="banner ${stateClass(state)}" aria-label="Now">
      <p>${stateIcon(state)}<strong>${stateOfAll(page)}</strong></p>
      <p class="as-of">As of ${moment(page.at)}</p>
    </section>
    ${happening(page, framed)}
    ${page.cards.length === 0 && html`<section class="card empty"><p>${profile.hasComponents ? 'Components' : 'Services'} will be shown here once they are added to this page.</p></section>`}
    ${page.cards.map((card, index) => serviceCard(card, index, framed.urls))} ${page.cards.length > 0 && legendOf(page)}
    ${upcoming(page, framed)}
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">Past 14 days</h2>
      ${page.recent.length === 0 ? html`<p class="muted">${nothingRecent(page)}</p>` : eventsByDay(page.recent, framed.urls)}
      <p class="more"><a href="${framed.urls.base}/history">Older incidents and maintenance</a></p>
    </section>`
  const title = `${profile.name}: ${stateOfAll(page)}`
  return {
    ...framedPage(framed, { title }, content),
    refreshSeconds,
    canonical: framed.urls.origin + framed.urls.home,
  }
}

const stateOf = ({ cards, state }: PublicStatusPage) =>
  shownState(
    state,
    cards.every(({ services }) => services.every(({ isMonitored }) => isMonitored)),
  )

const stateOfAll = (page: PublicStatusPage): string =>
  page.cards.length === 0 && page.state === 'OPERATIONAL' ? 'No known incidents' : pageStateLabels[stateOf(page)]

const nothingRecent = ({ openIncidents, activeMaintenances }: PublicStatusPage): string =>
  openIncidents.length + activeMaintenances.length === 0
    ? 'No incidents or maintenance.'
    : 'No other incidents or maintenance.'

function happening({ openIncidents, activeMaintenances }: PublicStatusPage, { urls }: Framed): Html | null {
  const events = [...openIncidents, ...activeMaintenances]
  if (events.length === 0) return null
  return html`<section class="happening" aria-labelledby="happening">
    <h2 class="unseen" id="happening">Active incidents and maintenance</h2>
    ${events.map((event) => eventCard(event, urls, 3))}
  </section>`
}

function upcoming({ upcomingMaintenances }: PublicStatusPage, { urls }: Framed): Html | null {
  if (upcomingMaintenances.length === 0) return null
  return html`<section class="upcoming" aria-labelledby="upcoming">
    <h2 id="upcoming">Upcoming maintenance</h2>
    ${upcomingMaintenances.map((event) => eventCard(event, urls, 3))}
  </section>`
}

const severities = ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const
const impacts = ['DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'] as const

/** The higher the mark on a bar, the worse the day. Nothing where no component shows its days. */
function legendOf({ profile, cards }: PublicStatusPage): Html | null {
  if (!cards.some(({ services }) => services.some(({ showsHistory }) => showsHistory))) return null
  const shown = profile.hasComponents ? impacts : severities
  return legend([
    ['', 'No downtime'],
    ['maintenance', 'Maintenance'],
    ...shown.map((state) => [stateClass(state), severityLabels[state]] as const),
    ['before', 'Not recorded'],
  ])
}

const legend = (bars: readonly (readonly [name: string, text: string])[]): Html =>
  html`<p class="legend">
    <span class="unseen">Each bar is a day in UTC. Signs: </span>${bars.map(
      ([name, text]) => html`<span class="days"><i class="${name}"></i>${text}</span>`,
    )}
  </p>`
