import { webVitalNames } from '#contract'
import type { ScriptAnswer, ScriptPage, WebVitalName, WebVitalScore } from '#contract'
import type { BrowserEvent } from '#scripting'

const maxPages = 50
const maxOfPage = 200
const maxText = 2000

interface OpenPage {
  readonly url: string
  readonly webVitals: Map<WebVitalName, { readonly score: WebVitalScore; readonly value: number }>
  readonly console: ScriptPage['console'][number][]
  readonly errors: ScriptPage['errors'][number][]
  readonly network: ScriptPage['network'][number][]
}

interface Opened {
  readonly pages: OpenPage[]
  readonly current: Map<number, OpenPage>
  /** Requests of a page before its address is known belong to the address it opens. */
  readonly early: Map<number, PageEvent[]>
}
type PageEvent = Extract<BrowserEvent, { readonly page: number }>

/** The pages that were opened, in order; a page that navigates elsewhere counts as another page. */
export function pagesOf(events: readonly BrowserEvent[]): ScriptPage[] {
  const opened: Opened = { pages: [], current: new Map(), early: new Map() }
  for (const event of events) {
    if (!('page' in event)) continue
    if (event.type === 'page') open(opened, event)
    else assign(opened, event)
  }
  return opened.pages.map(({ webVitals, ...page }) => ({ ...page, webVitals: Object.fromEntries(webVitals) }))
}

function open({ pages, current, early }: Opened, { url, page: number }: Extract<BrowserEvent, { type: 'page' }>): void {
  const page = newPage(url)
  if (pages.length < maxPages) pages.push(page)
  for (const earlier of early.get(number) ?? []) add(page, earlier)
  early.delete(number)
  current.set(number, page)
}

function assign({ pages, current, early }: Opened, event: PageEvent): void {
  const isDocument = event.type === 'request' && event.resourceType === 'document'
  const page = isDocument ? samePage(current.get(event.page), event.url) : pageFor(event, current, pages)
  if (page) add(page, event)
  else early.set(event.page, [...(early.get(event.page) ?? []), event].slice(-maxOfPage))
}

const samePage = (page: OpenPage | undefined, url: string): OpenPage | undefined =>
  page?.url === url ? page : undefined

/** Vitals may arrive after the page has navigated elsewhere, so they name their page. */
function pageFor(event: PageEvent, current: ReadonlyMap<number, OpenPage>, pages: readonly OpenPage[]) {
  const now = current.get(event.page)
  return event.type === 'vital' && now?.url !== event.url
    ? (pages.findLast(({ url }) => url === event.url) ?? now)
    : now
}

const newPage = (url: string): OpenPage => ({ url, webVitals: new Map(), console: [], errors: [], network: [] })

function add(page: OpenPage | undefined, event: BrowserEvent): void {
  if (page === undefined) return
  if (event.type === 'vital') addVital(page, event.vital)
  if (event.type === 'console' && page.console.length < maxOfPage)
    page.console.push({ level: event.level, text: event.text.slice(0, maxText), time: event.at })
  if (event.type === 'page-error' && page.errors.length < maxOfPage)
    page.errors.push({ message: event.message.slice(0, maxText), time: event.at })
  if (event.type === 'request' && page.network.length < maxOfPage) {
    const { method, resourceType, status, failure, at } = event
    page.network.push({ method, url: event.url.slice(0, maxText), resourceType, status, failure, time: at })
  }
}

/** Up to the first is good, above the second poor. */
const thresholds: Readonly<Record<WebVitalName, readonly [number, number]>> = {
  FCP: [1800, 3000],
  LCP: [2500, 4000],
  CLS: [0.1, 0.25],
  TBT: [200, 600],
  TTFB: [800, 1800],
}

function addVital(page: OpenPage, { name, value }: { readonly name: string; readonly value: number }): void {
  const known = webVitalNames.find((vital) => vital === name)
  if (known === undefined) return
  const [good, poor] = thresholds[known]
  const score = value <= good ? 'GOOD' : value <= poor ? 'NEEDS_IMPROVEMENT' : 'POOR'
  page.webVitals.set(known, { score, value: Math.round(value * 1000) / 1000 })
}

/** Of the first page that has them. */
export function vitalsOf(pages: readonly ScriptPage[]): ScriptAnswer['webVitals'] {
  const first = pages.find(({ webVitals }) => Object.keys(webVitals).length > 0)
  return Object.fromEntries(Object.entries(first?.webVitals ?? {}).map(([name, { value }]) => [name, value]))
}
