import { processState } from './process-state.ts'
import type { ProcessState } from './process-state.ts'

/** A process that had less of the processor than this share of its time limit was kept from running. */
const leastShare = 0.5
/** The system counts processor time in steps of 10 ms. */
const grainMs = 20

/** Looks after a process that judges, to tell one that works too long from one that is kept from working. */
export class JudgeWatch {
  readonly #pid: number | undefined
  readonly #timer: NodeJS.Timeout
  #begun: ProcessState | null = null
  #wasStopped = false

  /** Calls `onStopped` when the process was stopped at two looks in a row. */
  constructor(pid: number | undefined, lookEveryMs: number, onStopped: () => void) {
    this.#pid = pid
    this.#timer = setInterval(() => {
      const isStopped = this.#look()?.isStopped ?? false
      if (isStopped && this.#wasStopped) onStopped()
      this.#wasStopped = isStopped
    }, lookEveryMs)
  }

  /** From now on it judges. */
  begin(): void {
    this.#begun = this.#look()
  }

  /** Whether it had little of the processor since it began, for a limit of `limitMs`. False where that is unknown. */
  wasStarved(limitMs: number): boolean {
    const now = this.#look()
    if (now === null || this.#begun === null) return false
    return now.isStopped || now.processorMs - this.#begun.processorMs < leastShare * limitMs - grainMs
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #look(): ProcessState | null {
    return this.#pid === undefined ? null : processState(this.#pid)
  }
}
