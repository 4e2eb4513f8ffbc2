import type { Clock } from '#kernel'
import { minuteMs } from '#kernel'
import type { Store } from '#storage/database'
import { LRUCache } from 'lru-cache'
import { Exposition } from './exposition.ts'
import { HourCounts } from './hour-counts.ts'
import { scrapeAccount } from './scrape-account.ts'
import type { ScrapeOptions } from './scrape-account.ts'
import { scrapeAccountV1 } from './scrape-account-v1.ts'

export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8'
const keptMs = minuteMs
const maxCached = 1000

export type PageQuestion = Omit<ScrapeOptions, 'nowMs'> & { readonly version: 1 | 2 }

/** Makes the pages of accounts for Prometheus, each at most once a minute however many ask. */
export class PrometheusPages {
  readonly #store: Store
  readonly #prefix: string
  readonly #hours: HourCounts
  readonly #clock: Clock
  readonly #kept: LRUCache<string, Promise<Buffer[]>>

  /** The name of the service comes before every metric. */
  constructor(store: Store, serviceName: string, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#kept = new LRUCache({ max: maxCached, ttl: keptMs, ttlResolution: 0, perf: clock })
    this.#hours = new HourCounts(store)
    this.#prefix = `${serviceName.replaceAll('-', '_')}_`
  }

  /** The page in chunks of UTF-8. */
  page(question: PageQuestion): Promise<Buffer[]> {
    const key = JSON.stringify(question)
    const known = this.#kept.get(key)
    if (known) return known
    // Pages may be large, so none is kept longer than it serves.
    this.#kept.purgeStale()
    const chunks = this.#render({ ...question, nowMs: this.#clock.now() })
    this.#kept.set(key, chunks)
    chunks.catch(() => this.#kept.delete(key))
    return chunks
  }

  async #render(question: ScrapeOptions & PageQuestion): Promise<Buffer[]> {
    const into = new Exposition(this.#prefix)
    if (question.version === 1) await scrapeAccountV1(this.#store, question, into)
    else await scrapeAccount(this.#store, this.#hours, question, into)
    return into.chunks()
  }
}
