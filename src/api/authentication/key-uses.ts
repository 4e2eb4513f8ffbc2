import { minuteMs, secondMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import { touchAgentConnections, touchApiKeys } from '#storage/accounts'
import type { Database } from '#storage/database'
import { LRUCache } from 'lru-cache'

/** How exactly the last use of a key is known. */
const knownToMs = minuteMs
/** Uses of all keys are written together, this long after the first of them. */
const gatherMs = 10 * secondMs
const rememberedMax = 10_000

/** Notes when keys are used. A request costs a look into memory; a key is written once a minute, many together. */
export class KeyUses {
  readonly #tools: { readonly db: Database; readonly clock: Clock; readonly log: Log }
  readonly #noted = new LRUCache<string, number>({ maxSize: rememberedMax, sizeCalculation: () => 1 })
  readonly #stop = new AbortController()
  #pending = new Map<string, Date>()
  #writing: Promise<void> | null = null

  constructor(tools: { readonly db: Database; readonly clock: Clock; readonly log: Log }) {
    this.#tools = tools
  }

  note(keyId: string): void {
    const now = this.#tools.clock.now()
    const before = this.#noted.get(keyId)
    if (before !== undefined && Math.abs(now - before) < knownToMs) return
    this.#noted.set(keyId, now)
    this.#pending.set(keyId, new Date(now))
    this.#writing ??= this.#writeSoon()
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#writing
  }

  async #writeSoon(): Promise<void> {
    const { clock, db, log } = this.#tools
    while (this.#pending.size > 0) {
      await clock.sleep(gatherMs, this.#stop.signal)
      const uses = [...this.#pending].map(([id, at]) => ({ id, at }))
      this.#pending = new Map()
      // Nothing is lost for long: the next use is noted again.
      await Promise.all([touchApiKeys(db, uses), touchAgentConnections(db, uses)]).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'The last use of API keys could not be written'),
      )
    }
    this.#writing = null
  }
}
