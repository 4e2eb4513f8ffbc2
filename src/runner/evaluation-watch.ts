import type { Clock, Timer } from '#kernel'
import { processState } from './process-state.ts'
import type { ProcessState } from './process-state.ts'

/** A process that used less than this share of its time limit as processor time was starved. */
const minShare = 0.5
/** The system counts processor time in steps of 10 ms. */
const grainMs = 20

interface WatchTiming {
  readonly clock: Clock
  readonly checkEveryMs: number
}

/**
 * Monitors an evaluation process, to distinguish one that computes for too long from one that is starved or stopped.
 */
export class EvaluationWatch {
  readonly #pid: number | undefined
  readonly #timer: Timer
  #startState: ProcessState | null = null
  #wasStopped = false

  /** Calls `onStopped` when the process was found stopped twice in a row. */
  constructor(pid: number | undefined, { clock, checkEveryMs }: WatchTiming, onStopped: () => void) {
    this.#pid = pid
    this.#timer = clock.every(checkEveryMs, () => {
      const isStopped = this.#readState()?.isStopped ?? false
      if (isStopped && this.#wasStopped) onStopped()
      this.#wasStopped = isStopped
    })
  }

  /** Call it when the process begins an evaluation. */
  begin(): void {
    this.#startState = this.#readState()
  }

  /** Whether it had too little processor time since it began, for a time limit of `limitMs`. False when unknown. */
  wasStarved(limitMs: number): boolean {
    const now = this.#readState()
    if (now === null || this.#startState === null) return false
    return now.isStopped || now.processorMs - this.#startState.processorMs < minShare * limitMs - grainMs
  }

  end(): void {
    this.#timer.cancel()
  }

  #readState(): ProcessState | null {
    return this.#pid === undefined ? null : processState(this.#pid)
  }
}
