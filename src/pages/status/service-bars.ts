import type { PublicCard, PublicDay, PublicService } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { stateClass, stateIcon } from './icons.ts'
import type { ShownState } from './labels.ts'
import type { PageUrls } from './page-urls.ts'
import { dayText } from './times.ts'
import { durationText, listText, percentText, shownState, stateLabels } from './labels.ts'

const namesMax = 3
const maxNameLength = 80

/** A card with its services, each with its state, its days and its uptime. That of a group may be folded. */
export function serviceCard(card: PublicCard, index: number, urls: PageUrls): Html {
  const services = servicesOf(card, urls)
  if (card.name === null) return html`<section class="card services" aria-label="Components">${services}</section>`
  if (!card.isFolded)
    return html`<section class="card services" aria-labelledby="card-${index}">
      <header>${cardTitle(card, index)}</header>
      ${cardDescription(card)} ${services}
    </section>`
  return html`<section class="card services" aria-labelledby="card-${index}">
    <details>
      <summary>
        ${cardTitle(card, index)}
        <p class="state ${stateClass(stateOfCard(card))}">
          ${stateIcon(stateOfCard(card))}${stateLabels[stateOfCard(card)]}
        </p>
      </summary>
      ${cardDescription(card)} ${services}
    </details>
  </section>`
}

const cardTitle = ({ name, showsHistory, uptimePercent }: PublicCard, index: number): Html =>
  html`<h2 id="card-${index}">${name}</h2>
    ${showsHistory && uptimePercent !== null && html`<p class="muted">${percentText(uptimePercent)} uptime</p>`}`

const cardDescription = ({ description }: PublicCard): Html | null =>
  description === null ? null : html`<p class="muted about">${description}</p>`

const stateOfCard = ({ state, services }: PublicCard): ShownState =>
  shownState(
    state,
    services.every(({ isMonitored }) => isMonitored),
  )

const servicesOf = ({ services }: PublicCard, urls: PageUrls): Html =>
  services.length === 0
    ? html`<p class="muted none">No services here yet.</p>`
    : html`<ul>
        ${services.map((service) => serviceRow(service, urls))}
      </ul>`

function serviceRow(service: PublicService, urls: PageUrls): Html {
  const state = shownState(service.state, service.isMonitored)
  return html`<li class="service">
    <div class="service-line">
      <h3>${service.name}</h3>
      <p class="state ${stateClass(state)}">${stateIcon(state)}${stateLabels[state]}</p>
    </div>
    ${service.description !== null && html`<p class="muted about">${service.description}</p>`}
    ${service.showsHistory && historyOf(service, urls)}
  </li>`
}

const historyOf = (service: PublicService, urls: PageUrls): Html =>
  html`<div class="days">${service.days.map((day) => dayBar(day, urls))}</div>
    <p class="scale">
      <span class="whole">90 days ago</span><span class="half">45 days ago</span><span class="rule"></span
      ><span>${uptimeText(service)}</span><span class="rule"></span><span>Today</span>
    </p>`

const uptimeText = ({ uptimePercent, recordedDays, days }: PublicService): string => {
  if (uptimePercent === null) return 'No data yet'
  const text = `${percentText(uptimePercent)} uptime`
  if (recordedDays === days.length) return text
  return recordedDays === 1 ? `${text} today` : `${text} over ${recordedDays} days`
}

/** Days with incidents or maintenances link to the history; the others only have a tooltip. */
function dayBar(day: PublicDay, urls: PageUrls): Html {
  const text = textOfDay(day)
  if (day.state === null) return html`<i class="before" title="${text}"></i>`
  if (day.state === 'OPERATIONAL') return html`<i title="${text}"></i>`
  const href = `${urls.base}/history/${day.date.slice(0, 7)}`
  return html`<a class="${stateClass(day.state)}" href="${href}" title="${text}" aria-label="${text}"></a>`
}

function textOfDay({ date, state, downtimeSeconds, unknownSeconds, incidents }: PublicDay): string {
  const day = dayText(new Date(date))
  if (state === null) return `${day}: no data`
  if (state === 'OPERATIONAL' && unknownSeconds > 0)
    return `${day}: no known downtime, not monitored for ${durationText(unknownSeconds)}`
  if (state === 'OPERATIONAL') return `${day}: no downtime`
  if (state === 'MAINTENANCE') return `${day}: maintenance`
  const named = listText(incidents.map(shortName), namesMax)
  return `${day}: ${stateLabels[state].toLowerCase()}, ${durationText(downtimeSeconds)} (${named})`
}

/** There are ninety bars for every service, and a name may be long. */
const shortName = (name: string): string =>
  name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`
