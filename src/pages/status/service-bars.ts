import { dayText } from '#page-texts'
import type { PageTexts, ShownState } from '#page-texts'
import type { PublicCard, PublicService } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { DayStrips } from './day-strips.ts'
import type { Framed } from './frame.ts'
import { stateClass, stateMark } from './icons.ts'
import { responseChart } from './response-chart.ts'
import { percentText, shownState } from './labels.ts'
import { providerLine } from './provider-line.ts'

/** A card with its services, each with its state, its days and its uptime. One with a name can be folded. */
export function serviceCard(card: PublicCard, index: number, framed: Framed, strips: DayStrips): Html {
  const { texts } = framed
  const services = servicesOf(card, framed, strips)
  if (card.name === null) return html`<section class="services" aria-label="${texts.components}">${services}</section>`
  const state = stateOfCard(card)
  return html`<section class="services" aria-labelledby="card-${index}">
    <details ${!card.isFolded && html` open`}>
      <summary>
        <h2 id="card-${index}">${card.name}</h2>
        <span class="state ${stateClass(state)}">${stateMark(state)}${texts.states[state]}</span>
        ${
          card.showsHistory &&
          card.uptimePercent !== null &&
          html`<span class="uptime">${uptimeOf(card.uptimePercent, card.services, texts)}</span>`
        }
      </summary>
      ${card.description !== null && html`<p class="muted about">${card.description}</p>`} ${services}
    </details>
  </section>`
}

const stateOfCard = ({ state, services }: PublicCard): ShownState =>
  shownState(
    state,
    services.every(({ isMonitored }) => isMonitored),
  )

function servicesOf({ services }: PublicCard, framed: Framed, strips: DayStrips): Html {
  const { texts, charts } = framed
  if (services.length === 0) return html`<p class="muted none">${texts.emptyCard}</p>`
  const last = services.findLast(({ showsHistory }) => showsHistory)
  return html`<ul>
      ${services.map((service) => serviceRow(service, framed, strips))}
    </ul>
    ${last !== undefined && charts?.get(last.key) === undefined && scaleOf(last.days.length, texts)}`
}

function serviceRow(service: PublicService, framed: Framed, strips: DayStrips): Html {
  const { texts } = framed
  const state = shownState(service.state, service.isMonitored)
  const chart = framed.charts?.get(service.key)
  return html`<li>
    <div>
      <h3>${service.name}</h3>
      <span class="state ${stateClass(state)}">${stateMark(state)}${texts.states[state]}</span>${
        service.showsHistory && html`<small>${uptimeText(service, texts)}</small>`
      }
    </div>
    ${service.description !== null && html`<p class="muted about">${service.description}</p>`}${providerLine(service, texts)}${
      service.showsHistory && strips.strip(service.days)
    }${chart && html`${service.showsHistory && scaleOf(service.days.length, texts)}${responseChart(chart, texts)}`}
  </li>`
}

/** Narrow screens show the last third. */
const scaleOf = (days: number, { days: texts }: PageTexts): Html =>
  html`<p class="scale">
    <span class="whole">${texts.ago({ count: days })}</span><span class="third">${texts.ago({ count: days / 3 })}</span
    ><span>${texts.today}</span>
  </p>`

const uptimeText = (service: PublicService, texts: PageTexts): string =>
  service.uptimePercent === null ? texts.days.none : uptimeOf(service.uptimePercent, [service], texts)

/** Since the first day that one of the services has on record, if that is not the first day shown. */
function uptimeOf(percent: number, services: readonly PublicService[], texts: PageTexts): string {
  const text = texts.days.uptime({ percent: percentText(percent, texts) })
  const most = Math.max(...services.map(({ recordedDays }) => recordedDays))
  const first = services.find(({ recordedDays }) => recordedDays === most)?.days.at(-most)
  if (most < 1 || first === undefined || most >= (services[0]?.days.length ?? 0)) return text
  return most === 1
    ? texts.days.recordedToday({ uptime: text })
    : texts.days.recordedSince({ uptime: text, day: dayText(new Date(first.date), texts) })
}
