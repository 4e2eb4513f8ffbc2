import type { Clock } from '#kernel'
import type { ServiceHealth } from '../request-context.ts'

/** Health changes slowly, so streams and beats share one examination. */
const keptMs = 10_000

/** The health of the service, examined at most every ten seconds, however many callers. */
export class WatchedHealth {
  readonly #examine: () => Promise<ServiceHealth>
  readonly #clock: Clock
  #untilMs = Number.NEGATIVE_INFINITY
  #found: Promise<ServiceHealth | null> = Promise.resolve(null)

  constructor(examine: () => Promise<ServiceHealth>, clock: Clock) {
    this.#examine = examine
    this.#clock = clock
  }

  /** Null while it cannot be examined. */
  read(): Promise<ServiceHealth | null> {
    const nowMs = this.#clock.now()
    if (nowMs < this.#untilMs) return this.#found
    this.#untilMs = nowMs + keptMs
    this.#found = this.#examine().catch(() => null)
    return this.#found
  }
}

/** Calls the function with the health of the service when it is another one than before. */
export function healthChanges(health: WatchedHealth, send: (status: ServiceHealth['status']) => void): () => void {
  let last = ''
  return () => {
    void health.read().then((found) => {
      const next = JSON.stringify([found?.status, found?.reasons])
      if (found !== null && next !== last) send(found.status)
      last = next
    })
  }
}
