import type { RunnerPort } from '#contract'
import type { Log, ServiceClock } from '#kernel'
import type { ProbeTools } from '#probes'

/** Whether a runner can see anything; absent where that is not asked. */
export interface RunnerSight {
  /**
   * The anchors that did not answer, in words, when a failure of this host since then (epoch milliseconds) says nothing about it; null
   * when the runner saw. `host` is null when it is not known.
   */
  whyBlind(host: string | null, startedAt: number): Promise<readonly string[] | null>
}

export interface RunnerOptions {
  readonly port: RunnerPort
  readonly runnerId: string
  /** Region codes or queues of private locations. */
  readonly locations: readonly string[]
  /** Tasks that work at once. Those that only wait for a target do not count, up to ten times as many in all. */
  readonly concurrency: number
  readonly tools: Omit<ProbeTools, 'clock' | 'signal' | 'largeBody' | 'progress' | 'runFiles'>
  readonly clock: ServiceClock
  readonly log: Log
  readonly sight?: RunnerSight
  /** How long runs under way may go on after a stop, in milliseconds; default: 30 seconds. */
  readonly stopGraceMs?: number
  /** Whether runs that have not ended by then are returned to the queue instead of being left to their leases. */
  readonly returnsUnfinished?: boolean
  /** How often leases are renewed, in milliseconds; default: 15 seconds. */
  readonly renewEveryMs?: number
}

export interface Runner {
  /** Works until `signal` aborts, then finishes and reports what it holds. */
  run(signal: AbortSignal): Promise<void>
  /** After a stop: ends what is still under way at once. */
  abandon(): void
  /** Tasks under way, and reports not stored yet. */
  load(): { readonly running: number; readonly unreported: number }
}
