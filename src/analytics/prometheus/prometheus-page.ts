import type { Store } from '#storage'
import { Exposition } from './exposition.ts'
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
  readonly #kept = new Map<string, { readonly untilMs: number; readonly text: Promise<string> }>()

  /** The name of the service comes before every metric. */
  constructor(store: Store, serviceName: string) {
    this.#store = store
    this.#prefix = `${serviceName.replaceAll('-', '_')}_`
  }

  page(question: PageQuestion): Promise<string> {
    const { nowMs, ...rest } = question
    const key = JSON.stringify(rest)
    const known = this.#kept.get(key)
    if (known && nowMs < known.untilMs) return known.text
    if (this.#kept.size >= mostKept) this.#kept.clear()
    const text = this.#render(question)
    this.#kept.set(key, { untilMs: nowMs + keptMs, text })
    text.catch(() => this.#kept.delete(key))
    return text
  }

  async #render(question: PageQuestion): Promise<string> {
    const into = new Exposition(this.#prefix)
    await (question.version === 1 ? scrapeAccountV1 : scrapeAccount)(this.#store, question, into)
    return into.text()
  }
}
