import { dayText } from '#page-texts'
import type { PageTexts } from '#page-texts'
import type { PublicDay } from '#publishing'
import { html, rawHtml } from '../html.ts'
import type { Html } from '../html.ts'
import type { Framed } from './frame.ts'
import { stateClass } from './icons.ts'
import { durationText, listText } from './labels.ts'
import { pathTo } from './page-urls.ts'

const namesMax = 2
const maxNameLength = 60
/** A day and the gap behind it, in units of the picture. */
const step = 8
const gap = 2

/**
 * The days of services, oldest first, as strips of dashes: each picture is in the page once, however many services look
 * like it. The latest days with events of each, at most `linksMax` of all, are links to the history with their text, which
 * is shown to the pointer and to the keyboard; a script says of the others what they look like.
 */
export class DayStrips {
  readonly #framed: Framed
  readonly #linksOfEach: number
  readonly #looks = new Map<string, { readonly id: string; readonly days: number }>()
  readonly #first: string
  #links: number

  constructor(all: readonly (readonly PublicDay[])[], framed: Framed, linksMax: number) {
    const withEvents = all.filter((days) => !days.every(isPlain)).length
    this.#framed = framed
    this.#links = linksMax
    this.#linksOfEach = Math.max(1, Math.floor(linksMax / Math.max(1, withEvents)))
    this.#first = all[0]?.[0]?.date ?? ''
  }

  /** The strip of one service. */
  strip(days: readonly PublicDay[]): Html {
    const withEvents = days.flatMap((day, index) => (isPlain(day) ? [] : [index]))
    const linked = new Set(withEvents.slice(-Math.min(this.#linksOfEach, this.#links)).slice(0, this.#links))
    this.#links -= linked.size
    const picture = pathsOf(days, linked).toString()
    const look = this.#looks.get(picture) ?? { id: `d${this.#looks.size}`, days: days.length }
    this.#looks.set(picture, look)
    const label = stripText(days.length, withEvents.length, this.#framed.texts)
    return html`<div class="days">
      <svg role="img" aria-label="${label}"><use href="#${look.id}" /></svg>${days.map(
        (day, index) => linked.has(index) && dayLink(day, index, this.#framed),
      )}
    </div>`
  }

  /** The pictures to which the strips refer, with the first day of all of them. */
  pictures(): Html {
    const pictures = [...this.#looks].map(
      ([picture, { id, days }]) =>
        html`<symbol class="strip" id="${id}" viewBox="0 0 ${days * step} 24" preserveAspectRatio="none"
          >${rawHtml(picture)}</symbol
        >`,
    )
    return html`<svg class="strips" width="0" height="0" aria-hidden="true" data-first="${this.#first}">
      ${pictures}
    </svg>`
  }
}

/** A path for all days that look alike. */
function pathsOf(days: readonly PublicDay[], linked: ReadonlySet<number>): Html {
  const shapes = new Map<string, string>()
  for (const { look, from, to } of runsOf(days, linked))
    shapes.set(look, `${shapes.get(look) ?? ''}M${from * step} 12h${(to - from) * step - gap}`)
  return html`${[...shapes].map(([look, path]) => html`<path class="${look}" d="${path}" />`)}`
}

const stripText = (days: number, count: number, texts: PageTexts): string =>
  count === 0 ? texts.days.stripClear({ count: days }) : texts.days.strip({ days, count })

const isPlain = ({ state }: PublicDay): boolean => state === null || state === 'OPERATIONAL'

interface Run {
  readonly look: string
  readonly from: number
  /** Behind the last day. */
  to: number
}

/**
 * Days beside each other that look alike. What happened is drawn over days in operation, which go on below it, as they do
 * below links.
 */
function runsOf(days: readonly PublicDay[], linked: ReadonlySet<number>): Run[] {
  const looks = days.map(lookOf)
  const grounds = looks.map((look) => (grounded.has(look) ? look : 'operational'))
  const marks = looks.map((look, index) => (grounded.has(look) || linked.has(index) ? null : look))
  return [...alike(grounds), ...alike(marks)]
}

const grounded: ReadonlySet<string> = new Set(['operational', 'before', 'gap'])

function alike(looks: readonly (string | null)[]): Run[] {
  const runs: Run[] = []
  for (const [index, look] of looks.entries()) {
    if (look === null) continue
    const last = runs.at(-1)
    if (last?.look === look && last.to === index) last.to = index + 1
    else runs.push({ look, from: index, to: index + 1 })
  }
  return runs
}

function lookOf({ state, unknownSeconds }: PublicDay): string {
  if (state === null) return 'before'
  return state === 'OPERATIONAL' && unknownSeconds > 0 ? 'gap' : stateClass(state)
}

function dayLink(day: PublicDay, index: number, { urls, texts }: Framed): Html {
  const href = `${pathTo(urls, `history/${day.date.slice(0, 7)}`)}#day-${day.date}`
  return html`<a class="n${index} ${stateClass(day.state ?? 'OPERATIONAL')}" href="${href}"
    ><span>${textOfDay(day, texts)}</span></a
  >`
}

/** The events of a day, with its date. */
function textOfDay({ date, state, downtimeSeconds, incidents }: PublicDay, texts: PageTexts): string {
  const day = dayText(new Date(date), texts)
  if (state === null || state === 'OPERATIONAL') return day
  if (state === 'MAINTENANCE') return `${day}: ${texts.days.maintenance}`
  const named = listText(incidents.map(shortName), namesMax, texts)
  return `${day}: ${texts.days.down({ state: texts.states[state], duration: durationText(downtimeSeconds, texts), names: named })}`
}

const shortName = (name: string): string =>
  name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`
