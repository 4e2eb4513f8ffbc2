import {
  readPublicFeed,
  readPublicHistory,
  readPublicIncident,
  readPublicMaintenance,
  readPublicStatusPage,
} from '#publishing'
import type { PublicPage } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountStylesheet } from '../mount-stylesheet.ts'
import type { StatusPageSources } from '../page-sources.ts'
import { writePage } from '../page.ts'
import type { Page, WrittenPage } from '../page.ts'
import { sendPage, sendText, sendWritten, setClosedPolicy, setKeeping } from '../send-page.ts'
import { SingleFlight } from '../single-flight.ts'
import { eventView, historyView } from './event-views.ts'
import { statusStylesheet } from './frame.ts'
import { mountEmbeds } from './embed/mount-embeds.ts'
import { mountStatuspageData, rejectUnauthorized } from './statuspage/mount-statuspage-data.ts'
import { mountPictures } from './mount-pictures.ts'
import { mountStatusForms } from './mount-status-forms.ts'
import { findOpenPage, findPage, notFound, openPage, parameter, setLanguage, wantsData } from './open-page.ts'
import type { FoundPage, OpenPage } from './open-page.ts'
import { ResponseCharts } from './response-charts.ts'
import { feedPaths, writeFeed } from './status-feed.ts'
import type { FeedKind } from './status-feed.ts'
import { mountSharePicture } from './share/mount-share-picture.ts'
import { statusJson } from './status-json.ts'
import { statusView } from './status-view.ts'

const feedTypes = { rss: 'application/rss+xml', atom: 'application/atom+xml', slack: 'application/rss+xml' } as const

/** The routes of public status pages: the page and its data, its history, its feeds and its forms. */
export function mountStatusPages(scope: FastifyInstance, sources: StatusPageSources): void {
  mountStylesheet(scope, statusStylesheet)
  for (const path of ['/status/:url', '/status/:url/']) scope.get(path, statusHandler(sources))
  const history = viewHandler(sources, historyPage(sources))
  for (const path of ['/status/:url/history', '/status/:url/history/:month']) scope.get(path, history)
  scope.get('/status/:url/incidents/:id', viewHandler(sources, eventPage(sources, readPublicIncident)))
  scope.get('/status/:url/maintenances/:id', viewHandler(sources, eventPage(sources, readPublicMaintenance)))
  for (const kind of ['rss', 'atom', 'slack'] as const) {
    const feed = feedHandler(sources, kind)
    scope.get(`/status/:url${feedPaths[kind]}`, feed)
    // The addresses of Statuspage.
    if (kind !== 'slack')
      scope.get(`/status/:url/history.${kind}`, async (request, reply) => {
        const { page } = await findPage(sources, request)
        return page.isPrivate ? rejectUnauthorized(reply) : feed(request, reply)
      })
  }
  mountStatuspageData(scope, sources)
  mountEmbeds(scope, sources)
  mountPictures(scope, sources)
  mountSharePicture(scope, sources)
  mountStatusForms(scope, sources)
}

/** One rendering serves all concurrent readers of the same page at the same URL. */
const keyOf = ({ page, urls, texts }: FoundPage): string =>
  [page.id, urls.origin, urls.base, urls.ending, texts.language].join(' ')

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function statusHandler(sources: StatusPageSources): Handler {
  const pages = new SingleFlight<WrittenPage>()
  const data = new SingleFlight<string>()
  const charts = new ResponseCharts(sources)
  const read = ({ page }: OpenPage) => readPublicStatusPage(sources.store, page, sources.clock.now())

  return async (request, reply) => {
    const opened = await openPage(sources, request, reply)
    if (opened === null) return reply
    const key = keyOf(opened)
    void reply.header('vary', 'accept, accept-language, accept-encoding')
    if (!wantsData(request)) {
      const written = pages.get(key, async () => {
        const framed = { ...opened.framed, charts: await charts.of(opened.page) }
        const page = statusView(await read(opened), framed)
        return writePage(page, opened.urls.prefix)
      })
      return sendWritten(reply, await written, opened.keeping)
    }
    // Public data, which pages of other origins may display too.
    if (opened.keeping === 'public') void reply.header('access-control-allow-origin', '*')
    void setKeeping(setClosedPolicy(reply), opened.keeping).type('application/json; charset=utf-8')
    return sendText(reply, await data.get(key, async () => statusJson(await read(opened))))
  }
}

/** A page below the status page; null when there is none. */
function viewHandler(
  sources: StatusPageSources,
  view: (opened: OpenPage, request: FastifyRequest) => Promise<Page | null>,
): Handler {
  return async (request, reply) => {
    const opened = await openPage(sources, request, reply)
    if (opened === null) return reply
    const page = await view(opened, request)
    if (page === null) throw notFound(request)
    return sendPage(reply, page, opened.keeping)
  }
}

function historyPage(sources: StatusPageSources): (opened: OpenPage, request: FastifyRequest) => Promise<Page | null> {
  const pages = new SingleFlight<Page | null>()
  return (opened, request) => {
    const month = parameter(request, 'month')
    return pages.get(`${keyOf(opened)} ${month}`, async () => {
      const nowMs = sources.clock.now()
      const requested = month === '' ? {} : { month }
      const history = await readPublicHistory(sources.store, opened.page, requested, nowMs)
      return history === null ? null : historyView(history, opened.framed)
    })
  }
}

type ReadEvent = (
  store: StatusPageSources['store'],
  page: PublicPage,
  id: string,
  nowMs: number,
) => Promise<Parameters<typeof eventView>[0] | null>

const eventPage =
  (sources: StatusPageSources, read: ReadEvent) =>
  async (opened: OpenPage, request: FastifyRequest): Promise<Page | null> => {
    const event = await read(sources.store, opened.page, parameter(request, 'id'), sources.clock.now())
    return event === null ? null : eventView(event, opened.framed)
  }

/** A private page has no feeds. */
function feedHandler(sources: StatusPageSources, kind: FeedKind): Handler {
  const feeds = new SingleFlight<string>()
  return async (request, reply) => {
    const found = await findOpenPage(sources, request)
    const { page, urls, texts } = found
    const written = feeds.get(keyOf(found), async () => {
      const nowMs = sources.clock.now()
      const events = await readPublicFeed(sources.store, page, nowMs)
      return writeFeed(kind, { profile: page.profile, urls, texts, events, at: new Date(nowMs) })
    })
    void setKeeping(setClosedPolicy(setLanguage(reply, texts)), 'public').type(`${feedTypes[kind]}; charset=utf-8`)
    return sendText(reply, await written)
  }
}
