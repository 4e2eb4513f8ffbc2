import type { Clock } from './clock.ts'

/** Lets a hint end the sleep of the loop that waits for it. */
export class Signal {
  #sleepers = new Set<() => void>()
  #notifications = 0

  /** How often it rang. Who read it before looking for work knows afterwards whether a hint came meanwhile. */
  get notifications(): number {
    return this.#notifications
  }

  notify(): void {
    this.#notifications += 1
    for (const wake of this.#sleepers) wake()
  }

  async sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    const wake = (): void => woken.abort()
    this.#sleepers.add(wake)
    await clock.sleep(ms, AbortSignal.any([signal, woken.signal]))
    this.#sleepers.delete(wake)
  }
}
