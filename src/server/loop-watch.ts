interface Watched {
  /** When the last turn ended, and the sleep it asked for was over. */
  readonly dueAt: number
  readonly problem: string | null
  readonly isDiskFull: boolean
}

/** Remembers when the next turn of each loop of this process was due, for the health page. */
export class LoopWatch {
  readonly #loops = new Map<string, Watched>()

  started(name: string, nowMs: number): void {
    this.#loops.set(name, { dueAt: nowMs, problem: null, isDiskFull: false })
  }

  succeeded(name: string, nowMs: number, sleepMs = 0): void {
    this.#loops.set(name, { dueAt: nowMs + sleepMs, problem: null, isDiskFull: false })
  }

  failed(name: string, problem: string, isDiskFull = false): void {
    const loop = this.#loops.get(name)
    if (loop) this.#loops.set(name, { ...loop, problem, isDiskFull })
  }

  /** Whether a loop failed in its last turn because nothing could be stored any more. */
  isDiskFull(): boolean {
    return [...this.#loops.values()].some((loop) => loop.isDiskFull)
  }

  /** Loops whose turn is overdue, or takes, longer than `limitMs` allows them. */
  stalled(nowMs: number, limitMs: (name: string) => number): { name: string; forMs: number; problem: string | null }[] {
    return [...this.#loops].flatMap(([name, { dueAt, problem }]) => {
      const forMs = nowMs - dueAt
      return forMs > limitMs(name) ? [{ name, forMs, problem }] : []
    })
  }
}
