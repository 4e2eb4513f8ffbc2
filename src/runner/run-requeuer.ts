import type { RunReturn, RunnerPort } from '#contract'
import { backoffMs, backoffPolicies, hasTriesLeft } from '#kernel'
import type { Clock, Log } from '#kernel'

const policy = backoffPolicies.runReturn

export interface ReturnerOptions {
  readonly port: Pick<RunnerPort, 'giveBack'>
  readonly clock: Clock
  readonly log: Log
}

/** Gives runs back to the queue, those of one moment together. */
export class RunRequeuer {
  readonly #options: ReturnerOptions
  #waiting: RunReturn[] = []
  #sending: Promise<void> | null = null

  constructor(options: ReturnerOptions) {
    this.#options = options
  }

  add(run: RunReturn): void {
    this.#waiting.push(run)
    this.#sending ??= this.#send().finally(() => (this.#sending = null))
  }

  /** Resolves when nothing is left to give back. */
  async settled(): Promise<void> {
    await this.#sending
  }

  async #send(): Promise<void> {
    // Runs that were under way at the same time end in the same turn of the event loop.
    await this.#options.clock.gather(1)
    while (this.#waiting.length > 0) {
      const runs = this.#waiting
      this.#waiting = []
      await this.#giveBack(runs)
    }
  }

  async #giveBack(runs: readonly RunReturn[]): Promise<void> {
    const { port, clock, log } = this.#options
    const reasons = [...new Set(runs.map(({ reason }) => reason))]
    for (let attempt = 1; ; attempt += 1) {
      try {
        await port.giveBack(runs)
        log.warn({ runs: runs.length, reasons }, 'Returned runs to the queue to be repeated')
        return
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        log.warn({ runs: runs.length, error: problem }, 'Giving runs back failed')
        if (!hasTriesLeft(policy, attempt)) return
        await clock.sleep(backoffMs(policy, attempt))
      }
    }
  }
}
