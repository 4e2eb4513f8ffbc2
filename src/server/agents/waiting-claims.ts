import type { Clock, Log } from '#kernel'
import { countClaimableRuns } from '#storage'
import type { Database } from '#storage'
import type { WakeUp } from '../loops/run-loop.ts'

interface WaitingClaim {
  readonly queue: string
  readonly limit: number
  readonly answer: (limit: number) => void
}

/** Runs that wait for a retry become claimable without a signal. */
const pollMs = 500
const countedRuns = 1_000

/**
 * Long polls of agents that wait for runs. One statement at a time looks for all of them, so that waiting agents cost
 * the database next to nothing, however many they are.
 */
export class WaitingClaims {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #wake: WakeUp
  readonly #waiting = new Set<WaitingClaim>()
  #isLooking = false
  /** What the last look found nothing in, and the signals before it. */
  #empty: { readonly queues: ReadonlySet<string>; readonly rings: number } = { queues: new Set(), rings: -1 }

  constructor({ db, clock, log, wake }: { db: Database; clock: Clock; log: Log; wake: WakeUp }) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#wake = wake
  }

  get size(): number {
    return this.#waiting.size
  }

  /**
   * How many runs a new claim may try to get before it waits: none when it can wait and nothing was enqueued since a look
   * found no run of the queue.
   */
  firstLimit(queue: string, limit: number, waitMs: number): number {
    const isEmpty = this.#isLooking && this.#empty.rings === this.#wake.rings && this.#empty.queues.has(queue)
    return isEmpty && waitMs > 0 ? 0 : limit
  }

  /** Resolves with how many runs to claim; 0 when the time is over or the signal aborted. */
  async wait(claim: Pick<WaitingClaim, 'queue' | 'limit'>, waitMs: number, signal: AbortSignal): Promise<number> {
    const ended = new AbortController()
    const { promise, resolve } = Promise.withResolvers<number>()
    const waiting: WaitingClaim = { ...claim, answer: resolve }
    this.#waiting.add(waiting)
    if (!this.#isLooking) void this.#look()
    void this.#clock.sleep(waitMs, AbortSignal.any([signal, ended.signal])).then(() => resolve(0))
    const limit = await promise
    ended.abort()
    this.#waiting.delete(waiting)
    return limit
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      const rings = this.#wake.rings
      await this.#answer().catch((error: unknown) =>
        this.#log.debug({ error: String(error) }, 'Looking for runs of waiting agents failed'),
      )
      if (rings === this.#wake.rings) await this.#wake.sleep(this.#clock, pollMs, neverAborted)
    }
    this.#isLooking = false
  }

  async #answer(): Promise<void> {
    const byQueue = Map.groupBy(this.#waiting, ({ queue }) => queue)
    const now = new Date(this.#clock.now())
    const { rings } = this.#wake
    const counts = await countClaimableRuns(this.#db, { queues: [...byQueue.keys()], now, limit: countedRuns })
    const found = new Set(counts.map(({ queue }) => queue))
    this.#empty = { queues: new Set([...byQueue.keys()].filter((queue) => !found.has(queue))), rings }
    for (const { queue, count } of counts)
      for (const { claim, runs } of shareRuns(byQueue.get(queue) ?? [], count)) {
        this.#waiting.delete(claim)
        claim.answer(runs)
      }
  }
}

const neverAborted = new AbortController().signal

/** Shares runs by free places, the agents with the most first, so that no agent takes all that others could run. */
export function shareRuns<C extends { readonly limit: number }>(
  claims: readonly C[],
  runs: number,
): { readonly claim: C; readonly runs: number }[] {
  const places = claims.reduce((sum, { limit }) => sum + limit, 0)
  let left = Math.min(runs, places)
  const total = left
  const shares: { claim: C; runs: number }[] = []
  for (const claim of claims.toSorted((a, b) => b.limit - a.limit)) {
    const share = Math.min(left, claim.limit, Math.ceil((total * claim.limit) / places))
    if (share === 0) break
    shares.push({ claim, runs: share })
    left -= share
  }
  return shares
}
