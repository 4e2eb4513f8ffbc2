import type { Clock } from '#kernel'
import { comparableHost, listDashboardDomains, listPageDomains } from '#publishing'
import type { Store } from '#storage/database'
import type { FastifyRequest } from 'fastify'

type RawRequest = FastifyRequest['raw']

const knownForMs = 10_000
const pagePaths =
  /^\/(?:status\.json|api\/v2\/[a-z/-]+\.json|feed\.rss|feed\.atom|slack\.rss|history\.(?:rss|atom|ics)|banner\.js(?:on)?|badge\.svg|og\.png|notifications\.js|subscribe|unlock|sign-in|history|(?:history|incidents|maintenances|subscribe|sign-in|verify|unsubscribe|manage)\/[^/]+)?(?:\?|$)/

/** The IP address of the service belongs to no page. */
const numeric = /^[\d.]+$/

/**
 * The custom domains of status pages and dashboards. A request to one of them for a path of the page is rewritten to
 * the page; all others cost one lookup. The list is refreshed while requests arrive.
 */
export class PageDomains {
  readonly #store: Store
  readonly #clock: Clock
  /** The service's own name belongs to no page. */
  readonly #ownHost: string
  readonly #onOwnDomain = new WeakSet<RawRequest>()
  #urls: ReadonlyMap<string, string> = new Map()
  #dashboards: ReadonlyMap<string, string> = new Map()
  #refreshedAt = Number.NEGATIVE_INFINITY

  constructor(store: Store, clock: Clock, publicUrl: string) {
    this.#store = store
    this.#clock = clock
    this.#ownHost = URL.canParse(publicUrl) ? comparableHost(new URL(publicUrl).hostname) : ''
  }

  /** After a failure the previous list is used. */
  async refresh(): Promise<void> {
    this.#refreshedAt = this.#clock.now()
    try {
      this.#urls = await listPageDomains(this.#store)
      this.#dashboards = await listDashboardDomains(this.#store)
    } catch {
      // The next request after a while refreshes again.
    }
  }

  /** The internal path of a request. */
  readonly rewriteUrl = (request: RawRequest): string => {
    const path = request.url ?? '/'
    if (this.#clock.now() - this.#refreshedAt >= knownForMs) void this.refresh()
    if (this.#urls.size + this.#dashboards.size === 0) return path
    const host = nameOf(request.headers.host)
    if (host === this.#ownHost || numeric.test(host)) return path
    const url = this.#urls.get(host)
    if (url === undefined) return this.#dashboardPath(request, this.#dashboards.get(host), path)
    if (!pagePaths.test(path)) return path
    this.#onOwnDomain.add(request)
    if (path.startsWith('/status.json')) return `/status/${url}.json${path.slice('/status.json'.length)}`
    return `/status/${url}${/^\/(?:\?|$)/.test(path) ? path.slice(1) : path}`
  }

  /** A dashboard is at the root of its domain; its other resources have the same paths on every domain. */
  #dashboardPath(request: RawRequest, dashboardId: string | undefined, path: string): string {
    if (dashboardId === undefined || !/^\/(?:\?|$)/.test(path)) return path
    this.#onOwnDomain.add(request)
    return `/dashboards/${dashboardId}${path.slice(1)}`
  }

  isOnOwnDomain(request: FastifyRequest): boolean {
    return this.#onOwnDomain.has(request.raw)
  }
}

const nameOf = (host = ''): string => comparableHost(host.replace(/:\d+$/, ''))
