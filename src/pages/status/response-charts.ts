import { getResponseTimes } from '#analytics'
import type { ResponseTimes } from '#analytics'
import { minuteMs } from '#kernel'
import { publicKey } from '#publishing'
import type { PublicPage } from '#publishing'
import type { Store } from '#storage/database'
import { LRUCache } from 'lru-cache'
import type { PageSources } from '../page-sources.ts'

/** By the keys of services. */
export type Charts = ReadonlyMap<string, ResponseTimes>

type ChartedPage = Pick<PublicPage, 'accountId' | 'charts'>

const chartsKeptMs = minuteMs
const pagesKept = 200

/** Reads the charts of pages, each page once a minute: a new point comes every half hour. */
export class ResponseCharts {
  readonly #sources: Pick<PageSources, 'store' | 'clock'>
  readonly #known: LRUCache<string, Promise<Charts>>

  constructor(sources: Pick<PageSources, 'store' | 'clock'>) {
    this.#sources = sources
    this.#known = new LRUCache({ max: pagesKept, ttl: chartsKeptMs, ttlResolution: 0, perf: sources.clock })
  }

  of(page: ChartedPage): Promise<Charts> {
    if (page.charts === undefined || page.charts.length === 0) return Promise.resolve(new Map())
    const key = JSON.stringify([page.accountId, page.charts])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const read = readCharts(this.#sources.store, page, this.#sources.clock.now())
    this.#known.set(key, read)
    read.catch(() => this.#known.delete(key))
    return read
  }
}

/** The response times of the checks of charts, by the keys of the services at which they are shown. */
export async function readCharts(
  store: Store,
  { accountId, charts = [] }: ChartedPage,
  nowMs: number,
): Promise<Charts> {
  const checkIds = [...new Set(charts.map(({ checkId }) => checkId))]
  const times = await getResponseTimes(store, { accountId, nowMs }, checkIds)
  return new Map(
    charts.flatMap(({ componentId, checkId }) => {
      const found = times.get(checkId)
      return found === undefined ? [] : [[publicKey(componentId), found] as const]
    }),
  )
}
