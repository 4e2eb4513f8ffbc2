import type { Cancel, PageTime } from '../time/page-time.ts'

interface Timer {
  at: number
  readonly everyMs: number | null
  readonly run: () => void
}

/** The time of a page whose clock a test turns. */
export class TurnedTime implements PageTime {
  #now: number
  readonly #timers = new Set<Timer>()

  constructor(start: string) {
    this.#now = Date.parse(start)
  }

  readonly now = (): number => this.#now
  readonly steady = (): number => this.#now
  readonly after = (ms: number, run: () => void): Cancel => this.#add({ at: this.#now + ms, everyMs: null, run })
  readonly every = (ms: number, run: () => void): Cancel => this.#add({ at: this.#now + ms, everyMs: ms, run })

  #add(timer: Timer): Cancel {
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Passes so many milliseconds, and awaits `settled` after each moment at which something was due. */
  async turn(ms: number, settled: () => Promise<void>): Promise<void> {
    const end = this.#now + ms
    for (let due = this.#dueUntil(end); due.length > 0; due = this.#dueUntil(end)) {
      this.#now = Math.max(this.#now, due[0]?.at ?? end)
      for (const timer of due) this.#fire(timer)
      await settled()
    }
    this.#now = end
  }

  /** The timers of the next moment at which something is due. */
  #dueUntil(end: number): readonly Timer[] {
    const next = Math.min(...[...this.#timers].map(({ at }) => at))
    return next > end ? [] : [...this.#timers].filter(({ at }) => at === next)
  }

  #fire(timer: Timer): void {
    // One of the same moment may have ended it.
    if (!this.#timers.has(timer)) return
    if (timer.everyMs === null) this.#timers.delete(timer)
    else timer.at += timer.everyMs
    timer.run()
  }
}
