import type { Clock } from '#kernel'

interface Watched {
  /** When the last iteration ended, plus the sleep it requested; on the steady clock. */
  readonly dueAt: number
  readonly problem: string | null
  readonly isDiskFull: boolean
}

/**
 * Records when the next turn of each loop of this process is due, for health checks. It measures with a clock that is
 * never turned: after the service has followed a machine's clock forward, no turn is late.
 */
export class LoopWatch {
  readonly #loops = new Map<string, Watched>()
  readonly #clock: Pick<Clock, 'monotonicMs'>

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  started(name: string): void {
    this.#loops.set(name, { dueAt: this.#clock.monotonicMs(), problem: null, isDiskFull: false })
  }

  succeeded(name: string, sleepMs = 0): void {
    this.#loops.set(name, { dueAt: this.#clock.monotonicMs() + sleepMs, problem: null, isDiskFull: false })
  }

  failed(name: string, problem: string, isDiskFull = false): void {
    const loop = this.#loops.get(name)
    if (loop) this.#loops.set(name, { ...loop, problem, isDiskFull })
  }

  /** Whether the last iteration of a loop failed because the disk was full. */
  isDiskFull(): boolean {
    return [...this.#loops.values()].some((loop) => loop.isDiskFull)
  }

  /** Loops whose turn is overdue, or has been running, for longer than `limitMs`. */
  stalled(limitMs: (name: string) => number): { name: string; forMs: number; problem: string | null }[] {
    return [...this.#loops].flatMap(([name, { dueAt, problem }]) => {
      const forMs = this.#clock.monotonicMs() - dueAt
      return forMs > limitMs(name) ? [{ name, forMs, problem }] : []
    })
  }
}
