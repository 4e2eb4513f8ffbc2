import type { PublicStatusPage } from '#publishing'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { Page } from '../page.ts'
import { DayStrips } from './day-strips.ts'
import { eventCard, eventsByDay } from './events.ts'
import { mailForm } from './forms.ts'
import { feedLinks, framedPage, originalUrls, sharePictureOf } from './frame.ts'
import type { Framed } from './frame.ts'
import { headline, stateOf, subline } from './headline.ts'
import { stateClass, stateIcon } from './icons.ts'
import { troublesOf } from './labels.ts'
import { homeAddress, pathTo } from './page-urls.ts'
import { serviceCard } from './service-bars.ts'
import type { PageTexts } from '#page-texts'

const refreshSeconds = 120
/** How many days of all services are links, also beside charts; the rest of the days with events is drawn only. */
const [dayLinksMax, dayLinksBesideCharts] = [140, 100]

/**
 * The status page itself: current problems, the state and history of services, scheduled maintenances and recent
 * events.
 */
export function statusView(page: PublicStatusPage, framed: Framed): Page {
  const { profile, urls, texts } = { ...framed, profile: page.profile }
  const state = stateOf(page)
  const said = headline(page, texts)
  const content = html`<section class="banner ${stateClass(state)}" aria-label="${texts.now}">
      ${stateIcon(state)}
      <div>
        <h1 class="headline">${said}</h1>
        <p class="as-of">${subline(page, texts)}</p>
      </div>
    </section>
    ${profile.description !== null && profile.description !== '' && html`<p class="lead">${profile.description}</p>`}
    ${happening(page, framed)} ${cards(page, framed)} ${upcoming(page, framed)}
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">${texts.recent}</h2>
      ${page.recent.length === 0 ? html`<p class="muted">${nothingRecent(page, texts)}</p>` : eventsByDay(page.recent, framed)}
      <p class="more"><a href="${pathTo(urls, 'history')}">${texts.older}</a></p>
    </section>
    ${updates(framed)}`
  return {
    ...framedPage(framed, { title: `${profile.name}: ${said}`, path: '' }, content),
    refreshSeconds,
    canonical: homeAddress(originalUrls(framed)),
    ...sharePictureOf(framed, said),
  }
}

/** Groups and cards without anything are shown to nobody, unless there are only such. */
function cards(page: PublicStatusPage, framed: Framed): Html {
  const { texts } = framed
  if (page.cards.length === 0)
    return html`<section class="empty">
      <p>${page.profile.hasComponents ? texts.noComponents : texts.noServices}</p>
    </section>`
  const filled = page.cards.filter((card) => card.services.length > 0)
  const shown = filled.length > 0 ? filled : page.cards
  const days = shown.flatMap(({ services }) => services.flatMap((one) => (one.showsHistory ? [one.days] : [])))
  const linksMax = (framed.charts?.size ?? 0) > 0 ? dayLinksBesideCharts : dayLinksMax
  const strips = new DayStrips(days, framed, linksMax)
  return html`${shown.map((card, index) => serviceCard(card, index, framed, strips))}${strips.pictures()}${legendOf(page, texts)}`
}

const nothingRecent = ({ openIncidents, activeMaintenances }: PublicStatusPage, texts: PageTexts): string =>
  openIncidents.length + activeMaintenances.length === 0 ? texts.nothingRecent : texts.nothingElseRecent

function happening({ openIncidents, activeMaintenances }: PublicStatusPage, framed: Framed): Html | null {
  const events = [...openIncidents, ...activeMaintenances]
  if (events.length === 0) return null
  return html`<section class="happening" aria-labelledby="happening">
    <h2 class="unseen" id="happening">${framed.texts.current}</h2>
    ${events.map((event) => eventCard(event, framed, 3))}
  </section>`
}

function upcoming({ upcomingMaintenances }: PublicStatusPage, framed: Framed): Html | null {
  if (upcomingMaintenances.length === 0) return null
  return html`<section class="upcoming" aria-labelledby="upcoming">
    <h2 id="upcoming">${framed.texts.upcoming}</h2>
    ${upcomingMaintenances.map((event) => eventCard(event, framed, 3))}
  </section>`
}

/** How to hear of news, at the end of the page. */
function updates(framed: Framed): Html | null {
  const { profile, urls, texts, canSubscribe, copy } = framed
  const byMail = canSubscribe && copy === undefined
  return html`<section class="updates" aria-labelledby="updates">
    <h2 id="updates">${texts.getUpdates}</h2>
    ${
      byMail &&
      html`<p class="muted">${texts.subscribe.short}</p>
        ${mailForm(framed, {})}`
    }
    <p class="links">${profile.isPrivate ? html`<a href="${urls.json}">JSON</a>` : feedLinks(framed)}</p>
  </section>`
}

/** The higher the mark on a bar, the worse the day. Nothing where no component shows its days. */
function legendOf({ profile, cards: shownCards }: PublicStatusPage, texts: PageTexts): Html | null {
  if (!shownCards.some(({ services }) => services.some(({ showsHistory }) => showsHistory))) return null
  return legend(texts, [
    ['operational', texts.legend.noDowntime],
    ['maintenance', texts.legend.maintenance],
    ...troublesOf(profile).map((state) => [stateClass(state), texts.severities[state]] as const),
    ['before', texts.legend.notRecorded],
  ])
}

const legend = (texts: PageTexts, bars: readonly (readonly [name: string, text: string])[]): Html =>
  html`<p class="legend">
    <span class="unseen">${texts.legend.signs}</span>${bars.map(
      ([name, text]) => html`<span><i class="${name}"></i>${text}</span>`,
    )}
  </p>`
