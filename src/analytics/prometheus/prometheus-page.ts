import type { Store } from '#storage'
import { Exposition } from './exposition.ts'
import { HourCounts } from './hour-counts.ts'
import { scrapeAccount } from './scrape-account.ts'
import type { ScrapeOptions } from './scrape-account.ts'
import { scrapeAccountV1 } from './scrape-account-v1.ts'

export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8'
const keptMs = 60_000
const mostKept = 1000

export type PageQuestion = ScrapeOptions & { readonly version: 1 | 2 }

/** Makes the pages of accounts for Prometheus, each at most once a minute however many ask (semantics 10.4). */
export class PrometheusPages {
  readonly #store: Store
  readonly #prefix: string
  readonly #hours: HourCounts
  readonly #kept = new Map<string, { readonly untilMs: number; readonly chunks: Promise<Buffer[]> }>()

  /** The name of the service comes before every metric. */
  constructor(store: Store, serviceName: string) {
    this.#store = store
    this.#hours = new HourCounts(store)
    this.#prefix = `${serviceName.replaceAll('-', '_')}_`
  }

  /** The page in chunks of UTF-8. */
  page(question: PageQuestion): Promise<Buffer[]> {
    const { nowMs, ...rest } = question
    const key = JSON.stringify(rest)
    const known = this.#kept.get(key)
    if (known && nowMs < known.untilMs) return known.chunks
    this.#forget(nowMs)
    const chunks = this.#render(question)
    this.#kept.set(key, { untilMs: nowMs + keptMs, chunks })
    chunks.catch(() => this.#kept.delete(key))
    return chunks
  }

  /** Pages may be large, so none is kept longer than it serves. */
  #forget(nowMs: number): void {
    for (const [key, { untilMs }] of this.#kept) if (untilMs <= nowMs) this.#kept.delete(key)
    if (this.#kept.size >= mostKept) this.#kept.clear()
  }

  async #render(question: PageQuestion): Promise<Buffer[]> {
    const into = new Exposition(this.#prefix)
    if (question.version === 1) await scrapeAccountV1(this.#store, question, into)
    else await scrapeAccount(this.#store, this.#hours, question, into)
    return into.chunks()
  }
}
