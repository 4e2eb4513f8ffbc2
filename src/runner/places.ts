import type { RunTask } from '#contract'
import type { Clock } from '#kernel'
import { LatestAccounts } from './latest-accounts.ts'
import { Shares } from './shares.ts'
import { waitKeysOf } from './wait-keys.ts'
import type { WaitKeys } from './wait-keys.ts'

type PlacesClock = Pick<Clock, 'activeMs' | 'monotonicMs' | 'sleep'>

/** A run that has not ended by then waits for a name, a connection or an answer, which costs this machine next to nothing. */
export const waitsAfterMs = 1_000
/** A process that wakes so much too late is busy itself: then what takes long need not be waiting. */
const latenessMs = 200
/** How many runs may be under way for each place, most of them waiting. */
const runsOfPlace = 10
/** The most memory of a waiting run: its task, a connection and the part of an answer that needs no reservation. */
const bytesOfWaiting = 256 * 1024
/** The part of the free memory that waiting runs may take. */
const memoryShare = 0.25
const memoryReadEveryMs = 1_000
/** An account has several targets: beside others it may have this many times the room that is left, four fifths of all. */
const accountFactor = 4

export interface PlacesOptions {
  readonly clock: PlacesClock
  readonly concurrency: number
  /** How many lookups wait for name servers, before one of this host; see `Egress`. */
  readonly lookupsAhead: (host: string) => number
  readonly availableBytes?: () => number
}

interface Run {
  readonly keys: WaitKeys
  readonly since: number
  /** It waits for what keeps others waiting, and took no place. */
  readonly isApart: boolean
}

/**
 * The places of a runner. A run takes one while it works; one that only waits leaves it to others, so that targets and name
 * servers that say nothing do not keep other checks from running. No name server, target or account takes all of the room
 * of waiting runs. Runs in separate processes keep their places, because they work there.
 */
export class Places {
  readonly #options: PlacesOptions
  /** Runs under way that may come to wait, in the order of their start. */
  readonly #recent = new Map<string, Run>()
  readonly #waiting = new Map<string, Run>()
  readonly #shares = new Shares()
  readonly #accounts = new LatestAccounts()
  #memory = { bytes: 0, readMs: -Infinity }
  #running = 0
  #apart = 0
  #isBusy = false

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** Runs under way, waiting or not. */
  get running(): number {
    return this.#running
  }

  enter(task: RunTask): void {
    const since = this.#options.clock.activeMs()
    const keys = waitKeysOf(task)
    this.#countWaiting()
    this.#running += 1
    this.#accounts.note(keys.account, since)
    if (task.code !== undefined) return
    const run = { keys, since, isApart: this.#willWait(keys) }
    for (const key of sharedBy(keys)) this.#shares.enter(key)
    this.#recent.set(task.id, run)
    if (run.isApart) this.#apart += 1
  }

  /** It has its answer, and works again. */
  answered(id: string): void {
    const run = this.#waiting.get(id) ?? this.#recent.get(id)
    if (run === undefined) return
    const hasWaited = this.#waiting.delete(id)
    if (this.#recent.delete(id) && run.isApart) this.#apart -= 1
    for (const key of sharedBy(run.keys)) this.#shares.leave(key, hasWaited)
  }

  leave(id: string): void {
    this.#running -= 1
    this.answered(id)
  }

  /** How many more runs may start now. */
  free(): number {
    const waiting = this.#isBusy ? 0 : this.#countWaiting()
    const left = waiting === 0 ? 0 : Math.min(waiting, this.#room())
    return Math.max(0, this.#options.concurrency + left - this.#running)
  }

  /** The resource for which too many runs wait already for this one to start; null when it may. */
  blockerOf(task: RunTask): string | null {
    if (task.code !== undefined || task.isWatched) return null
    const { account, target, host } = waitKeysOf(task)
    const waiting = this.#countWaiting()
    const lookups = this.#lookupsAhead(host)
    if (waiting + lookups === 0) return null
    const left = Math.max(0, this.#room() - waiting)
    if (target !== null && this.#shares.isUsed(target, left)) return target
    if (lookups > 0 && lookups >= left) return 'name servers'
    return this.#shares.isUsed(account, accountFactor * left) && !this.#isAlone(account) ? account : null
  }

  #lookupsAhead(host: string | null): number {
    return host === null ? 0 : this.#options.lookupsAhead(host)
  }

  #isAlone(account: string): boolean {
    return this.#accounts.isAlone(account, this.#options.clock.activeMs())
  }

  /** Resolves when more runs may have come to wait, or `signal` is aborted. */
  async changed(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options
    this.#countWaiting()
    const mayChange = this.#isBusy || this.#recent.size > 0
    if (!mayChange) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const dueMs = clock.monotonicMs() + waitsAfterMs
    await clock.sleep(waitsAfterMs, signal)
    if (!signal.aborted) this.#isBusy = clock.monotonicMs() - dueMs > latenessMs
  }

  #countWaiting(): number {
    const latest = this.#options.clock.activeMs() - waitsAfterMs
    for (const [id, run] of this.#recent) {
      if (run.since > latest) break
      this.#recent.delete(id)
      if (run.isApart) this.#apart -= 1
      this.#waiting.set(id, run)
      for (const key of sharedBy(run.keys)) this.#shares.wait(key)
    }
    return this.#waiting.size + this.#apart
  }

  #willWait({ target, host }: WaitKeys): boolean {
    const isKnown = target !== null && this.#shares.keepsWaiting(target)
    return isKnown || 2 * this.#lookupsAhead(host) > this.#options.concurrency
  }

  #room(): number {
    const { clock, concurrency, availableBytes = () => process.availableMemory() } = this.#options
    const nowMs = clock.monotonicMs()
    if (nowMs - this.#memory.readMs >= memoryReadEveryMs) this.#memory = { bytes: availableBytes(), readMs: nowMs }
    const inMemory = Math.floor((this.#memory.bytes * memoryShare) / bytesOfWaiting)
    return Math.min(concurrency * (runsOfPlace - 1), inMemory)
  }
}

const sharedBy = ({ account, target }: WaitKeys): readonly string[] => (target === null ? [account] : [account, target])
