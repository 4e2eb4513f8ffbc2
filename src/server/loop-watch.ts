/** Remembers when each loop of this process last finished a turn, for the health page. */
export class LoopWatch {
  readonly #loops = new Map<string, { lastSuccessAt: number; problem: string | null }>()

  started(name: string, nowMs: number): void {
    this.#loops.set(name, { lastSuccessAt: nowMs, problem: null })
  }

  succeeded(name: string, nowMs: number): void {
    this.#loops.set(name, { lastSuccessAt: nowMs, problem: null })
  }

  failed(name: string, problem: string): void {
    const loop = this.#loops.get(name)
    if (loop) loop.problem = problem
  }

  /** Loops without a finished turn for longer than `limitMs`. */
  stalled(nowMs: number, limitMs: number): { name: string; forMs: number; problem: string | null }[] {
    return [...this.#loops].flatMap(([name, loop]) => {
      const forMs = nowMs - loop.lastSuccessAt
      return forMs > limitMs ? [{ name, forMs, problem: loop.problem }] : []
    })
  }
}
