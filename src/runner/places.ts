import type { RunTask } from '#contract'
import type { Clock } from '#kernel'

type PlacesClock = Pick<Clock, 'activeMs' | 'monotonicMs' | 'sleep'>

/** A run that has not ended by then waits for a name, a connection or an answer, which costs this machine next to nothing. */
export const waitsAfterMs = 1_000
/** A process that wakes so much too late is busy itself: then what takes long need not be waiting. */
const latenessMs = 200
/** How many runs may be under way for each place, most of them waiting. */
const runsOfPlace = 10
/** What a waiting run may hold at most: its task, a connection and the part of an answer that nobody has to ask room for. */
const bytesOfWaiting = 256 * 1024
/** The part of the free memory that waiting runs may take. */
const memoryShare = 0.25

/**
 * The places of a runner. A run takes one while it works; one that only waits leaves it to others, so that targets and name
 * servers that say nothing do not keep other checks from running. Runs in processes of their own keep theirs, because they
 * work there.
 */
export class Places {
  readonly #clock: PlacesClock
  readonly #concurrency: number
  readonly #availableBytes: () => number
  /** Since when runs are under way that may wait, in the order of their start. */
  readonly #since = new Map<string, number>()
  #running = 0
  #isBusy = false

  constructor(clock: PlacesClock, concurrency: number, availableBytes = () => process.availableMemory()) {
    this.#clock = clock
    this.#concurrency = concurrency
    this.#availableBytes = availableBytes
  }

  /** Runs under way, waiting or not. */
  get running(): number {
    return this.#running
  }

  enter({ id, code }: Pick<RunTask, 'id' | 'code'>): void {
    this.#running += 1
    if (code === undefined) this.#since.set(id, this.#clock.activeMs())
  }

  /** It has its answer, and works again. */
  answered(id: string): void {
    this.#since.delete(id)
  }

  leave(id: string): void {
    this.#running -= 1
    this.#since.delete(id)
  }

  /** How many more runs may start now. */
  free(): number {
    const waiting = this.#isBusy ? 0 : this.#countWaiting()
    const left = waiting === 0 ? 0 : Math.min(waiting, this.#room())
    return Math.max(0, this.#concurrency + left - this.#running)
  }

  /** Resolves when more runs may have come to wait, or `signal` is aborted. */
  async changed(signal: AbortSignal): Promise<void> {
    const mayChange = this.#isBusy || this.#countWaiting() < this.#since.size
    if (!mayChange) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const dueMs = this.#clock.monotonicMs() + waitsAfterMs
    await this.#clock.sleep(waitsAfterMs, signal)
    if (!signal.aborted) this.#isBusy = this.#clock.monotonicMs() - dueMs > latenessMs
  }

  #countWaiting(): number {
    const latest = this.#clock.activeMs() - waitsAfterMs
    let waiting = 0
    for (const since of this.#since.values()) {
      if (since > latest) break
      waiting += 1
    }
    return waiting
  }

  #room(): number {
    const inMemory = Math.floor((this.#availableBytes() * memoryShare) / bytesOfWaiting)
    return Math.min(this.#concurrency * (runsOfPlace - 1), inMemory)
  }
}
