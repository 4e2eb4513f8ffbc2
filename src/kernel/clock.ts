import { ServiceTime } from './service-time.ts'

/** Time as an argument. Only this file and the shells read the system clock. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The system time, the same for everything in this process. */
export const serviceTime = new ServiceTime({ wallMs: () => Date.now(), elapsedMs: () => performance.now() })

export const systemClock: Clock = {
  now: () => serviceTime.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const finish = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      signal?.addEventListener('abort', finish, { once: true })
    }),
}

/** A clock that only moves when `advance` is called. Sleepers wake in the order of their time. */
export class TestClock implements Clock {
  #now: number
  #sleepers: { at: number; wake: () => void }[] = []

  constructor(start: string | number = '2026-01-01T00:00:00.000Z') {
    this.#now = typeof start === 'number' ? start : Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      this.#sleepers.push({ at: this.#now + ms, wake: resolve })
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /**
   * Moves time by `ms`, which may be negative, and wakes all sleepers that are due. It returns whole milliseconds, as
   * real clocks do: stored times have no finer resolution.
   */
  advance(ms: number): void {
    this.#now += Math.round(ms)
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now).toSorted((a, b) => a.at - b.at)
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now)
    for (const sleeper of due) sleeper.wake()
  }
}
