import { processState } from './process-state.ts'
import type { ProcessState } from './process-state.ts'

/** A process that used less than this share of its time limit as processor time was starved. */
const leastShare = 0.5
/** The system counts processor time in steps of 10 ms. */
const grainMs = 20

/**
 * Monitors an evaluation process, to distinguish one that computes for too long from one that is starved or stopped.
 */
export class JudgeWatch {
  readonly #pid: number | undefined
  readonly #timer: NodeJS.Timeout
  #begun: ProcessState | null = null
  #wasStopped = false

  /** Calls `onStopped` when the process was found stopped twice in a row. */
  constructor(pid: number | undefined, lookEveryMs: number, onStopped: () => void) {
    this.#pid = pid
    this.#timer = setInterval(() => {
      const isStopped = this.#look()?.isStopped ?? false
      if (isStopped && this.#wasStopped) onStopped()
      this.#wasStopped = isStopped
    }, lookEveryMs)
  }

  /** Call it when the process begins an evaluation. */
  begin(): void {
    this.#begun = this.#look()
  }

  /** Whether it had too little processor time since it began, for a time limit of `limitMs`. False when unknown. */
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
