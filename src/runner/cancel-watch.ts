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
}

/** Ends long runs whose lease is lost, because someone cancelled them or deleted their check. */
export class CancelWatch {
  readonly #options: Pick<RunnerOptions, 'port' | 'clock' | 'log'>
  readonly #runs = new Map<string, Watched>()

  constructor(options: Pick<RunnerOptions, 'port' | 'clock' | 'log'>) {
    this.#options = options
  }

  /** The signal that ends this run. */
  add({ id, checkType }: RunTask, leaseOf: () => RunLease): AbortSignal {
    const cancel = new AbortController()
    if (checkTypes[checkType].runTimeLimitMs > longRunMs) this.#runs.set(id, { leaseOf, cancel })
    return cancel.signal
  }

  remove({ id }: RunTask): void {
    this.#runs.delete(id)
  }

  /** Asks for the leases of long runs until `signal` aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    while (!signal.aborted) {
      await clock.sleep(askEveryMs, signal)
      if (this.#runs.size > 0)
        await this.#ask().catch((error: unknown) => log.warn({ error: String(error) }, 'Asking for leases failed'))
    }
  }

  async #ask(): Promise<void> {
    const asked = [...this.#runs.values()].map(({ leaseOf }) => leaseOf())
    const lost = await this.#options.port.findLostLeases?.(asked)
    for (const { taskId, leaseToken } of lost ?? []) {
      const run = this.#runs.get(taskId)
      // It may have a new lease meanwhile.
      if (run?.leaseOf().leaseToken === leaseToken) run.cancel.abort()
    }
  }
}
