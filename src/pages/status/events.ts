import { dayText } from '#page-texts'
import type { PageTexts } from '#page-texts'
import type { PublicEvent, PublicIncident, PublicMaintenance, PublicState } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Framed } from './frame.ts'
import { stateClass, stateIcon } from './icons.ts'
import { durationText, listText } from './labels.ts'
import { pathTo } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import { prose } from './text.ts'
import { moment, timeSpan } from './times.ts'

const servicesMax = 12

/** The heading level of an event in its context. */
export type EventLevel = 1 | 3

export const eventPath = (urls: PageUrls, event: PublicEvent): string => pathTo(urls, eventDocument(event))

/** The document of an event, of its page. */
export const eventDocument = ({ kind, id }: Pick<PublicEvent, 'kind' | 'id'>): string =>
  `${kind === 'INCIDENT' ? 'incidents' : 'maintenances'}/${id}`

/** The calendar file of a maintenance. */
export const calendarPath = ({ base }: PageUrls, { id }: PublicMaintenance): string => `${base}/maintenances/${id}.ics`

/** How bad an event was, or is. */
export const stateOfEvent = (event: PublicEvent): PublicState =>
  event.kind === 'INCIDENT' ? event.severity : 'MAINTENANCE'

/** An incident or a maintenance with all its updates. */
export function eventCard(event: PublicEvent, framed: Framed, level: EventLevel): Html {
  const { urls, texts } = framed
  const title = level === 1 ? event.name : html`<a href="${eventPath(urls, event)}">${event.name}</a>`
  const line = html`${stateIcon(stateOfEvent(event))}<span class="event-name">${title}</span>`
  return html`<article class="event ${stateClass(stateOfEvent(event))}">
    <header>
      ${level === 1 ? html`<h1>${line}</h1>` : html`<h3>${line}</h3>`}
      <p class="facts">${facts(event, texts)}${calendarLink(event, framed)}</p>
    </header>
    ${event.kind === 'MAINTENANCE' && event.description !== null && prose(event.description)}
    ${level === 1 && event.kind === 'INCIDENT' && postMortem(event, texts)}${
      event.updates.length > 0 && timeline(event, texts)
    }
  </article>`
}

function facts(event: PublicEvent, texts: PageTexts): Html {
  const { services } = event
  return html`${event.kind === 'INCIDENT' ? incidentFacts(event, texts) : maintenanceFacts(event, texts)}${
    services.length > 0 && html`<span>${texts.affects({ names: listText(services, servicesMax, texts) })}</span>`
  }`
}

function incidentFacts({ severity, status, startsAt, endsAt }: PublicIncident, texts: PageTexts): Html {
  const when =
    endsAt === null ? html`${texts.headline.since} ${moment(startsAt, texts)}` : timeSpan(startsAt, endsAt, texts)
  const seconds = endsAt === null ? 0 : (endsAt.getTime() - startsAt.getTime()) / 1000
  return html`<span class="tag ${stateClass(severity)}">${texts.severities[severity]}</span
    ><span class="tag">${texts.statuses[status]}</span
    ><span>${when}${seconds > 0 && ` (${durationText(seconds, texts)})`}</span>`
}

const maintenanceFacts = ({ status, severity, startsAt, endsAt }: PublicMaintenance, texts: PageTexts): Html =>
  html`<span class="tag maintenance">${texts.maintenance}</span><span class="tag">${texts.statuses[status]}</span>${
      severity !== null && html`<span class="tag">${texts.impact({ severity: texts.severities[severity] })}</span>`
    }<span>${timeSpan(startsAt, endsAt, texts)}</span>`

const postMortem = ({ postMortem: text }: PublicIncident, texts: PageTexts): Html | null =>
  text === null
    ? null
    : html`<section class="post-mortem" aria-labelledby="post-mortem">
        <h2 id="post-mortem">${texts.postMortem}</h2>
        ${prose(text, 'below the second level')}
      </section>`

/** Of a maintenance that is still to come. Private pages have no files. */
const calendarLink = (event: PublicEvent, { urls, texts, profile }: Framed): Html | null =>
  event.kind === 'MAINTENANCE' && event.status === 'SCHEDULED' && !profile.isPrivate
    ? html`<a href="${calendarPath(urls, event)}">${texts.addToCalendar}</a>`
    : null

const timeline = (event: PublicEvent, texts: PageTexts): Html =>
  html`<ol class="timeline">
    ${event.updates.map(
      ({ status, description, at }) =>
        html`<li>
          <p class="said"><strong>${texts.statuses[status]}</strong> <span class="muted">${moment(at, texts)}</span></p>
          ${prose(description)}
        </li>`,
    )}
  </ol>`

/** Events under the days on which they began, in their order. The first of a day is where links to that day lead. */
export function eventsByDay(events: readonly PublicEvent[], framed: Framed): Html {
  const days = Map.groupBy(events, ({ startsAt }) => startsAt.toISOString().slice(0, 10))
  return html`${[...days].map(
    ([date, found]) =>
      html`<section class="day" aria-labelledby="on-${date}">
        <h3 class="day-name" id="on-${date}">${dayText(new Date(date), framed.texts)}</h3>
        ${found.map((event, index) => eventLine(event, framed, index === 0 ? date : null))}
      </section>`,
  )}`
}

/** A past event: its title, how it ended, and a link to its page. */
function eventLine(event: PublicEvent, { urls, texts }: Framed, date: string | null): Html {
  const [latest] = event.updates
  return html`<article class="past" ${date !== null && html`id="day-${date}"`}>
    <h4>${stateIcon(stateOfEvent(event))}<a href="${eventPath(urls, event)}">${event.name}</a></h4>
    <p class="facts">${facts(event, texts)}</p>
    ${latest !== undefined && prose(latest.description)}
  </article>`
}
