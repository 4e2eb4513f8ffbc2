import type { PublicCard, PublicDay, PublicService } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { stateClass, stateIcon } from './icons.ts'
import type { PagePlace } from './place.ts'
import { dayWords } from './times.ts'
import { durationWords, listWords, percentWords, severityWords, stateWords } from './words.ts'

const namesTold = 3
const longestName = 80

/** A card with its services, each with its state, its days and its uptime. */
export const serviceCard = (card: PublicCard, index: number, place: PagePlace): Html =>
  html`<section class="card services" aria-labelledby="card-${index}">
    <header>
      <h2 id="card-${index}">${card.name}</h2>
      ${card.uptimePercent !== null && html`<p class="muted">${percentWords(card.uptimePercent)} uptime</p>`}
    </header>
    ${
      card.services.length === 0
        ? html`<p class="muted none">No services here yet.</p>`
        : html`<ul>
            ${card.services.map((service) => serviceRow(service, place))}
          </ul>`
    }
  </section>`

const serviceRow = (service: PublicService, place: PagePlace): Html =>
  html`<li class="service">
    <div class="service-line">
      <h3>${service.name}</h3>
      <p class="state ${stateClass(service.state)}">${stateIcon(service.state)}${stateWords[service.state]}</p>
    </div>
    <div class="days">${service.days.map((day) => dayBar(day, place))}</div>
    <p class="scale">
      <span class="whole">90 days ago</span><span class="half">45 days ago</span><span class="rule"></span
      ><span>${uptimeWords(service)}</span><span class="rule"></span><span>Today</span>
    </p>
  </li>`

const uptimeWords = ({ uptimePercent, recordedDays, days }: PublicService): string => {
  if (uptimePercent === null) return 'No data yet'
  const words = `${percentWords(uptimePercent)} uptime`
  if (recordedDays === days.length) return words
  return recordedDays === 1 ? `${words} today` : `${words} over ${recordedDays} days`
}

/** Days with incidents or maintenances link to the history; the others only have a tooltip. */
function dayBar(day: PublicDay, place: PagePlace): Html {
  const words = wordsOfDay(day)
  if (day.state === null) return html`<i class="before" title="${words}"></i>`
  if (day.state === 'OPERATIONAL') return html`<i title="${words}"></i>`
  const href = `${place.base}/history/${day.date.slice(0, 7)}`
  return html`<a class="${stateClass(day.state)}" href="${href}" title="${words}" aria-label="${words}"></a>`
}

function wordsOfDay({ date, state, downtimeSeconds, incidents }: PublicDay): string {
  const day = dayWords(new Date(date))
  if (state === null) return `${day}: no data`
  if (state === 'OPERATIONAL') return `${day}: no downtime`
  if (state === 'MAINTENANCE') return `${day}: maintenance`
  const named = listWords(incidents.map(shortName), namesTold)
  return `${day}: ${severityWords[state].toLowerCase()} disruption, ${durationWords(downtimeSeconds)} (${named})`
}

/** There are ninety bars for every service, and a name may be long. */
const shortName = (name: string): string =>
  name.length <= longestName ? name : `${name.slice(0, longestName).toWellFormed()}…`
