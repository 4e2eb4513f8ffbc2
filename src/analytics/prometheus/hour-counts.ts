import { hourMs, minuteMs } from '#kernel'
import { findScrapedResults } from '#storage/analytics'
import type { Store } from '#storage/database'
import { LRUCache } from 'lru-cache'
import { timingBoundsSeconds } from './check-timings.ts'
import { ScrapedCounts } from './scraped-counts.ts'

/** Transactions that settle results are over long before: no result is added to a minute that is counted already. */
const graceMs = 10 * minuteMs
const maxAccounts = 100
const bounds = timingBoundsSeconds.map((seconds) => seconds * 1000)

interface CountedMinutes {
  readonly hourFromMs: number
  /** Everything before is counted. */
  readonly untilMs: number
  readonly counts: ScrapedCounts
}

/** Counts of the current hour; minutes that are over are counted once for all pages of an account. */
export class HourCounts {
  readonly #store: Store
  readonly #counted = new LRUCache<string, CountedMinutes>({ max: maxAccounts })

  constructor(store: Store) {
    this.#store = store
  }

  /** All results of an account since the hour began. */
  async upTo(accountId: string, nowMs: number): Promise<ScrapedCounts> {
    const hourFromMs = Math.floor(nowMs / hourMs) * hourMs
    const known = this.#counted.get(accountId)
    const before = known?.hourFromMs === hourFromMs ? known : nothing(hourFromMs)
    const untilMs = Math.max(before.untilMs, Math.floor((nowMs - graceMs) / minuteMs) * minuteMs)
    const [over, late] = await Promise.all([
      untilMs > before.untilMs ? this.#count(accountId, before.untilMs, untilMs) : null,
      this.#count(accountId, untilMs, null),
    ])
    const counts = over === null ? before.counts : before.counts.plus(over)
    this.#counted.set(accountId, { hourFromMs, untilMs, counts })
    return counts.plus(late)
  }

  async #count(accountId: string, fromMs: number, toMs: number | null): Promise<ScrapedCounts> {
    const counts = new ScrapedCounts(bounds)
    counts.countResults(await findScrapedResults(this.#store.db, accountId, { fromMs, toMs }))
    return counts
  }
}

const nothing = (hourFromMs: number): CountedMinutes => ({
  hourFromMs,
  untilMs: hourFromMs,
  counts: new ScrapedCounts(bounds),
})
