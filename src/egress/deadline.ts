import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { afterActive } from '#kernel'
import type { Clock } from '#kernel'
import { failure } from './failure.ts'

/**
 * The time limit and the cancel signal of one operation, shared by all of its steps. Time during which this process was
 * stopped does not count, because no answer could be received. The owner calls `close` when the operation is over.
 */
export class Deadline {
  readonly clock: Clock
  #timeoutMs: number
  readonly #startedAt: number
  readonly #listeners = new Set<() => void>()
  readonly #signal: AbortSignal | undefined
  #stopTimer: () => void
  #failure: ObservationFailure | null = null

  constructor(clock: Clock, timeoutMs: number, signal?: AbortSignal) {
    this.clock = clock
    this.#timeoutMs = timeoutMs
    this.#startedAt = clock.activeMs()
    this.#signal = signal
    this.#stopTimer = afterActive(clock, timeoutMs, this.#timeOut)
    if (signal?.aborted) this.#cancel()
    else signal?.addEventListener('abort', this.#cancel)
  }

  /** Why the operation expired: `ETIMEDOUT` or `ECANCELED`. Null while there is time. */
  get failure(): ObservationFailure | null {
    return this.#failure
  }

  get timeoutMs(): number {
    return this.#timeoutMs
  }

  /** Sets a later end, counted from the start as the first. Changes nothing after expiry. */
  prolong(timeoutMs: number): void {
    if (this.#failure || timeoutMs <= this.#timeoutMs) return
    this.#timeoutMs = timeoutMs
    this.#stopTimer()
    this.#stopTimer = afterActive(this.clock, this.remainingMs(), this.#timeOut)
  }

  elapsedMs(): number {
    return this.clock.activeMs() - this.#startedAt
  }

  /** Milliseconds left, never below 0. */
  remainingMs(): number {
    return this.#failure ? 0 : Math.max(0, this.#timeoutMs - this.elapsedMs())
  }

  /** Calls `listener` once on expiry, immediately if it expired already. Returns how to unsubscribe. */
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
    this.#stopTimer()
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#listeners.clear()
  }

  readonly #timeOut = (): void => {
    const message = writeReason('TIME_LIMIT_PASSED', { milliseconds: this.#timeoutMs })
    this.#expire(failure('timeout', 'ETIMEDOUT', message, true))
  }

  readonly #cancel = (): void => {
    this.#expire(failure('timeout', 'ECANCELED', writeReason('OPERATION_CANCELLED')))
  }

  #expire(why: ObservationFailure): void {
    if (this.#failure) return
    this.#failure = why
    const listeners = [...this.#listeners]
    this.close()
    for (const listener of listeners) listener()
  }
}
