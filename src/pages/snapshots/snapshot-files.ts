import { languagesOf } from '#page-texts'
import { readPublicFeed, readPublicHistory } from '#publishing'
import type { PublicEvent, PublicHistory, PublicPage, PublicStatusPage } from '#publishing'
import type { Store } from '#storage/database'
import { stylesPath } from '../error-page.ts'
import type { PageSources } from '../page-sources.ts'
import { writePage } from '../page.ts'
import type { Page } from '../page.ts'
import { writeCalendar } from '../status/calendar.ts'
import { eventView, historyView } from '../status/event-views.ts'
import { statusStylesheets } from '../status/frame.ts'
import type { Framed } from '../status/frame.ts'
import { ordinaryUrls, ownDomainUrls } from '../status/page-urls.ts'
import type { PageUrls } from '../status/page-urls.ts'
import { readCharts } from '../status/response-charts.ts'
import type { Charts } from '../status/response-charts.ts'
import { feedPaths, writeFeed } from '../status/status-feed.ts'
import { statusJson } from '../status/status-json.ts'
import { statuspageData, statuspageJson } from '../status/statuspage/statuspage-data.ts'
import { statusView } from '../status/status-view.ts'
import { readUploadedPictures } from '../status/uploaded-pictures.ts'

const monthsMax = 12
const updatesOfEach = 20

/** Everything that readers see of a page at a time. */
export interface PageSnapshot {
  readonly found: PublicPage
  readonly shown: PublicStatusPage
  readonly events: readonly PublicEvent[]
  /** The latest first, at most a year. */
  readonly months: readonly PublicHistory[]
  /** Uploaded ones, by their paths. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly charts: Charts
}

/** Reads a page with its history; the caller checks that everybody may see it. */
export async function readSnapshot(
  store: Store,
  { found, shown, publicUrl }: Pick<PageSnapshot, 'found' | 'shown'> & { readonly publicUrl: string },
): Promise<PageSnapshot> {
  const nowMs = shown.at.getTime()
  const months: PublicHistory[] = []
  let month: string | undefined | null
  while (month !== null && months.length < monthsMax) {
    const history: PublicHistory | null = await readPublicHistory(store, found, { month, updatesOfEach }, nowMs)
    if (history === null) break
    months.push(months.length + 1 < monthsMax ? history : { ...history, earlier: null })
    month = history.earlier
  }
  const pictures = await readUploadedPictures(store, found.profile, originalOf(found, publicUrl))
  const charts = await readCharts(store, found, nowMs)
  return { found, shown, events: await readPublicFeed(store, found, nowMs), months, pictures, charts }
}

/** The page as files by their paths, whose links work on any file server and below any path. */
export async function snapshotFiles(
  { found, shown, events, months, pictures, charts }: PageSnapshot,
  { publicUrl, languages }: Pick<PageSources, 'publicUrl' | 'languages'>,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { profile } = found
  const original = originalOf(found, publicUrl)
  const spoken = languagesOf(profile, languages)
  const [texts] = spoken
  const framedAt = (base: string): Framed => ({
    profile,
    urls: fileUrls(base, original),
    texts,
    spoken,
    canSubscribe: false,
    charts,
    copy: { at: shown.at, original },
  })
  const [top, below] = [framedAt('.'), framedAt('..')]
  const written = (page: Page, { urls }: Framed): string => writePage(page, urls.prefix, true).text
  const files = new Map<string, string | Uint8Array>([
    ...pictures,
    ['index.html', written(statusView(shown, top), top)],
  ])
  for (const [index, history] of months.entries()) {
    files.set(`history/${history.month}.html`, written(historyView(history, below), below))
    if (index === 0) files.set('history.html', written(historyView(history, top), top))
  }
  for (const event of eventsOf({ shown, events, months })) {
    const folder = event.kind === 'INCIDENT' ? 'incidents' : 'maintenances'
    files.set(`${folder}/${event.id}.html`, written(eventView(event, below), below))
    if (event.kind === 'MAINTENANCE')
      files.set(`maintenances/${event.id}.ics`, writeCalendar(texts.feed.calendar(profile), original, [event]))
  }
  const feed = { profile, urls: original, texts, events, at: shown.at }
  for (const kind of ['rss', 'atom', 'slack'] as const) files.set(feedPaths[kind].slice(1), writeFeed(kind, feed))
  const maintenances = events.flatMap((event) => (event.kind === 'MAINTENANCE' ? [event] : []))
  files.set('history.ics', writeCalendar(texts.feed.calendar(profile), original, maintenances))
  files.set('status.json', statusJson(shown))
  for (const path of Object.keys(statuspageData)) {
    const source = { found, urls: original, shown, events: () => events }
    files.set(`api/v2/${path}.json`, JSON.stringify(await statuspageJson(source, path)))
  }
  for (const { fileName, text } of statusStylesheets) files.set(`${stylesPath.slice(1)}/${fileName}`, text)
  return files
}

/** Each event once, with the most updates that are known. */
function eventsOf({ shown, events, months }: Pick<PageSnapshot, 'shown' | 'events' | 'months'>): Iterable<PublicEvent> {
  const all = [
    ...months.flatMap((history) => history.events),
    ...events,
    ...shown.recent,
    ...shown.upcomingMaintenances,
    ...shown.activeMaintenances,
    ...shown.openIncidents,
  ]
  return new Map(all.map((event) => [event.id, event])).values()
}

const originalOf = ({ profile }: PublicPage, publicUrl: string): PageUrls =>
  profile.customDomain === null
    ? ordinaryUrls(profile, publicUrl)
    : ownDomainUrls(`https://${profile.customDomain}`, publicUrl)

/** Links of a file in a folder, from which `base` leads to the top. */
const fileUrls = (base: string, { service }: PageUrls): PageUrls => ({
  prefix: base,
  base,
  home: `${base}/index.html`,
  origin: '',
  json: `${base}/status.json`,
  service,
  ending: '.html',
})

/** The changes that make another copy necessary at once; times that go on by themselves do not. */
export const contentOf = ({ found, shown }: Pick<PageSnapshot, 'found' | 'shown'>): string =>
  JSON.stringify([
    found.profile,
    found.charts,
    shown.cards.map(({ name, description, services }) => [
      name,
      description,
      services.map((service) => [service.name, service.description, service.state, service.isMonitored]),
    ]),
    shown.openIncidents,
    shown.activeMaintenances,
    shown.upcomingMaintenances,
    shown.recent,
  ])
