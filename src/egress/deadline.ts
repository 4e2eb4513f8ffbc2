import type { ObservationFailure } from '#contract'
import { failure } from './failure.ts'

/**
 * The end of one operation: a time limit and a cancel signal in one, shared by all of its steps. The owner calls
 * `close` when the operation is over.
 */
export class Deadline {
  readonly timeoutMs: number
  readonly #startedAt = performance.now()
  readonly #listeners = new Set<() => void>()
  readonly #signal: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  #failure: ObservationFailure | null = null

  constructor(timeoutMs: number, signal?: AbortSignal) {
    this.timeoutMs = timeoutMs
    this.#signal = signal
    this.#timer = setTimeout(this.#timeOut, timeoutMs)
    if (signal?.aborted) this.#cancel()
    else signal?.addEventListener('abort', this.#cancel)
  }

  /** Why no more time is left: `ETIMEDOUT` or `ECANCELED`. Null while there is time. */
  get failure(): ObservationFailure | null {
    return this.#failure
  }

  elapsedMs(): number {
    return performance.now() - this.#startedAt
  }

  /** Milliseconds left, never below 0. */
  remainingMs(): number {
    return this.#failure ? 0 : Math.max(0, this.timeoutMs - this.elapsedMs())
  }

  /** Calls `listener` once when the time is up, at once if it is already. Returns how to stop listening. */
  onExpire(listener: (why: ObservationFailure) => void): () => void {
    if (this.#failure) {
      listener(this.#failure)
      return () => {}
    }
    const call = (): void => {
      if (this.#failure) listener(this.#failure)
    }
    this.#listeners.add(call)
    return () => this.#listeners.delete(call)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#listeners.clear()
  }

  readonly #timeOut = (): void => {
    const sentence = `The time limit of ${this.timeoutMs} ms passed before the end.`
    this.#expire(failure('timeout', 'ETIMEDOUT', sentence, true))
  }

  readonly #cancel = (): void => {
    this.#expire(failure('timeout', 'ECANCELED', 'The operation was cancelled before its end.'))
  }

  #expire(why: ObservationFailure): void {
    if (this.#failure) return
    this.#failure = why
    const listeners = [...this.#listeners]
    this.close()
    for (const listener of listeners) listener()
  }
}
