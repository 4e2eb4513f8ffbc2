import { checkTypes } from '#contract'
import type { RunLease, RunTask } from '#contract'
import type { RunnerOptions } from './runner-options.ts'

const askEveryMs = 2_000
/** Runs of types that take no longer end by themselves soon enough. */
const longRunMs = 60_000

interface Watched {
  /** The current lease of the run. */
  readonly leaseOf: () => RunLease
  readonly cancel: AbortController
  readonly isLong: boolean
}

/** Ends long runs whose lease is lost, because someone cancelled them or deleted their check, and all runs at once. */
export class CancelWatch {
  readonly #options: Pick<RunnerOptions, 'port' | 'clock' | 'log'>
  readonly #runs = new Map<string, Watched>()
  #isEnded = false

  constructor(options: Pick<RunnerOptions, 'port' | 'clock' | 'log'>) {
    this.#options = options
  }

  /** The signal that ends this run. A separate one: signals made of others cost every run ten times as much. */
  add({ id, checkType }: RunTask, leaseOf: () => RunLease): AbortSignal {
    const cancel = new AbortController()
    this.#runs.set(id, { leaseOf, cancel, isLong: checkTypes[checkType].runTimeLimitMs > longRunMs })
    if (this.#isEnded) cancel.abort()
    return cancel.signal
  }

  /** Ends all runs, also those that are added later. */
  endAll(): void {
    this.#isEnded = true
    for (const { cancel } of this.#runs.values()) cancel.abort()
  }

  remove({ id }: RunTask): void {
    this.#runs.delete(id)
  }

  /** Asks for the leases of long runs until `signal` aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    while (!signal.aborted) {
      await clock.sleep(askEveryMs, signal)
      const long = [...this.#runs.values()].filter(({ isLong }) => isLong)
      if (long.length > 0)
        await this.#ask(long).catch((error: unknown) => log.warn({ error: String(error) }, 'Asking for leases failed'))
    }
  }

  async #ask(runs: readonly Watched[]): Promise<void> {
    const asked = runs.map(({ leaseOf }) => leaseOf())
    const lost = await this.#options.port.findLostLeases?.(asked)
    for (const { taskId, leaseToken } of lost ?? []) {
      const run = this.#runs.get(taskId)
      // It may have a new lease meanwhile.
      if (run?.leaseOf().leaseToken === leaseToken) run.cancel.abort()
    }
  }
}
