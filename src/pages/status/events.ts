import type { PublicEvent, PublicIncident, PublicMaintenance, PublicState } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { stateClass, stateIcon } from './icons.ts'
import type { PageUrls } from './page-urls.ts'
import { prose } from './text.ts'
import { dayText, moment, timeSpan } from './times.ts'
import { durationText, listText, severityLabels, statusLabels } from './labels.ts'

const servicesMax = 12

/** The heading level of an event in its context. */
export type EventLevel = 1 | 3

export const eventPath = (urls: PageUrls, event: PublicEvent): string =>
  `${urls.base}/${event.kind === 'INCIDENT' ? 'incidents' : 'maintenances'}/${event.id}`

/** How bad an event was, or is. */
export const stateOfEvent = (event: PublicEvent): PublicState =>
  event.kind === 'INCIDENT' ? event.severity : 'MAINTENANCE'

/** An incident or a maintenance with all its updates. */
export function eventCard(event: PublicEvent, urls: PageUrls, level: EventLevel): Html {
  const title = level === 1 ? event.name : html`<a href="${eventPath(urls, event)}">${event.name}</a>`
  const line = html`${stateIcon(stateOfEvent(event))}<span class="event-name">${title}</span>`
  return html`<article class="event card ${stateClass(stateOfEvent(event))}">
    <header>
      ${level === 1 ? html`<h1>${line}</h1>` : html`<h3>${line}</h3>`}
      <p class="facts">${facts(event)}</p>
    </header>
    ${event.kind === 'MAINTENANCE' && event.description !== null && prose(event.description)}
    ${level === 1 && event.kind === 'INCIDENT' && postMortem(event)}${event.updates.length > 0 && timeline(event)}
  </article>`
}

function facts(event: PublicEvent): Html {
  const { services } = event
  return html`${event.kind === 'INCIDENT' ? incidentFacts(event) : maintenanceFacts(event)}${
    services.length > 0 && html`<span>Affects ${listText(services, servicesMax)}</span>`
  }`
}

function incidentFacts({ severity, status, startsAt, endsAt }: PublicIncident): Html {
  const when = endsAt === null ? html`Since ${moment(startsAt)}` : timeSpan(startsAt, endsAt)
  const seconds = endsAt === null ? 0 : (endsAt.getTime() - startsAt.getTime()) / 1000
  return html`<span class="tag ${stateClass(severity)}">${severityLabels[severity]}</span
    ><span class="tag">${statusLabels[status]}</span
    ><span>${when}${seconds > 0 && ` (${durationText(seconds)})`}</span>`
}

const maintenanceFacts = ({ status, severity, startsAt, endsAt }: PublicMaintenance): Html =>
  html`<span class="tag maintenance">Maintenance</span><span class="tag">${statusLabels[status]}</span>${
      severity !== null && html`<span class="tag">${severityLabels[severity]} impact</span>`
    }<span>${timeSpan(startsAt, endsAt)}</span>`

const postMortem = ({ postMortem: text }: PublicIncident): Html | null =>
  text === null
    ? null
    : html`<section class="post-mortem" aria-labelledby="post-mortem">
        <h2 id="post-mortem">Post-mortem</h2>
        ${prose(text, 'below the second level')}
      </section>`

const timeline = (event: PublicEvent): Html =>
  html`<ol class="timeline">
    ${event.updates.map(
      ({ status, description, at }) =>
        html`<li>
          <p class="said"><strong>${statusLabels[status]}</strong> <span class="muted">${moment(at)}</span></p>
          ${prose(description)}
        </li>`,
    )}
  </ol>`

/** Events under the days on which they began, in their order. */
export function eventsByDay(events: readonly PublicEvent[], urls: PageUrls): Html {
  const days = Map.groupBy(events, ({ startsAt }) => startsAt.toISOString().slice(0, 10))
  return html`${[...days].map(
    ([date, found]) =>
      html`<section class="day" id="day-${date}" aria-labelledby="on-${date}">
        <h3 class="day-name" id="on-${date}">${dayText(new Date(date))}</h3>
        ${found.map((event) => eventLine(event, urls))}
      </section>`,
  )}`
}

/** A past event: its title, how it ended, and a link to its page. */
function eventLine(event: PublicEvent, urls: PageUrls): Html {
  const [latest] = event.updates
  return html`<article class="past">
    <h4>${stateIcon(stateOfEvent(event))}<a href="${eventPath(urls, event)}">${event.name}</a></h4>
    <p class="facts">${facts(event)}</p>
    ${latest !== undefined && prose(latest.description)}
  </article>`
}
