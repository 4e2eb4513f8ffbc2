import type { Clock, Log, Signal } from '#kernel'
import { countClaimableRuns } from '#storage/agents'
import type { AskedQueue } from '#storage/agents'
import type { Database } from '#storage/database'

interface WaitingClaim extends AskedQueue {
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
  readonly #wake: Signal
  readonly #waiting = new Set<WaitingClaim>()
  #isLooking = false
  /** The queues that were empty at the last look, and the number of signals before it. */
  #empty: { readonly asked: ReadonlySet<string>; readonly notifications: number } = {
    asked: new Set(),
    notifications: -1,
  }

  constructor({ db, clock, log, wake }: { db: Database; clock: Clock; log: Log; wake: Signal }) {
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
   * found no run for such an agent.
   */
  firstLimit(asked: AskedQueue, limit: number, waitMs: number): number {
    const isEmpty =
      this.#isLooking && this.#empty.notifications === this.#wake.notifications && this.#empty.asked.has(keyOf(asked))
    return isEmpty && waitMs > 0 ? 0 : limit
  }

  /** Resolves with how many runs to claim; 0 when the time is over or the signal aborted. */
  async wait(claim: Omit<WaitingClaim, 'answer'>, waitMs: number, signal: AbortSignal): Promise<number> {
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
      const notifications = this.#wake.notifications
      await this.#answer().catch((error: unknown) =>
        this.#log.debug({ error: String(error) }, 'Looking for runs of waiting agents failed'),
      )
      if (notifications === this.#wake.notifications) await this.#wake.sleep(this.#clock, pollMs, neverAborted)
    }
    this.#isLooking = false
  }

  async #answer(): Promise<void> {
    const groups = [...Map.groupBy(this.#waiting, keyOf).values()]
    const asked = groups.flatMap((group) => group.slice(0, 1))
    const now = new Date(this.#clock.now())
    const { notifications } = this.#wake
    const counts = await countClaimableRuns(this.#db, { asked, now, limit: countedRuns })
    this.#empty = { asked: new Set(asked.filter((_, index) => counts[index] === 0).map(keyOf)), notifications }
    for (const [index, count] of counts.entries())
      for (const { claim, runs } of shareRuns(groups[index] ?? [], count)) {
        this.#waiting.delete(claim)
        claim.answer(runs)
      }
  }
}

const keyOf = ({ queue, lacks }: AskedQueue): string => [queue, ...lacks].join(' ')

const neverAborted = new AbortController().signal

/** An agent gets at least so many runs at once, if it has the places: a claim costs as much for several runs as for one. */
const runsOfClaim = 8

/**
 * Shares runs by free places, the agents with the most first, so that no agent takes all that others could run. Anyone who got
 * some has fewer places at the next iteration, so that all have theirs.
 */
export function shareRuns<C extends { readonly limit: number }>(
  claims: readonly C[],
  runs: number,
): { readonly claim: C; readonly runs: number }[] {
  const places = claims.reduce((sum, { limit }) => sum + limit, 0)
  let left = Math.min(runs, places)
  const total = left
  const shares: { claim: C; runs: number }[] = []
  for (const claim of claims.toSorted((a, b) => b.limit - a.limit)) {
    const fair = Math.ceil((total * claim.limit) / places)
    const share = Math.min(left, claim.limit, Math.max(fair, runsOfClaim))
    if (share === 0) break
    shares.push({ claim, runs: share })
    left -= share
  }
  return shares
}
