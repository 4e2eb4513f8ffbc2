import type { RunReport, RunTask } from '#contract'
import { claimRuns, PreparedChecks, settleRuns } from '#runs'
import { minuteMs, randomId } from '#kernel'
import type { Clock } from '#kernel'
import { regions } from '#contract'
import type { Store } from '#storage/database'

/** Replaces a runner: tasks are claimed and reported when a test says so, with the outcome it passes. */
export class HandRunner {
  readonly #store: Store
  readonly #clock: Clock
  readonly #checks: PreparedChecks
  readonly #isDropIn: boolean
  /** Whether new error groups are analysed automatically. */
  automaticAnalysis = false

  constructor(store: Store, clock: Clock, { isDropIn = false }: { readonly isDropIn?: boolean } = {}) {
    this.#store = store
    this.#clock = clock
    this.#checks = new PreparedChecks(store)
    this.#isDropIn = isDropIn
  }

  /** Everything that can be claimed now in the public locations. */
  claim(): Promise<RunTask[]> {
    return claimRuns(this.#store, this.#checks, {
      queues: regions,
      limit: 1000,
      runnerId: 'hand',
      leaseMs: minuteMs,
      nowMs: this.#clock.now(),
      publicUrl: 'https://belfry.example',
      isDropIn: this.#isDropIn,
      chance: { randomNumber: () => 1, uuid: randomId },
    })
  }

  async settle(tasks: readonly RunTask[], found: Found = 'passed', responseTimeMs = 5): Promise<void> {
    await this.report(tasks.map((task) => this.reportOf(task, found, responseTimeMs)))
  }

  /** The report of a run, which is not sent. */
  reportOf(task: RunTask, found: Found = 'passed', responseTimeMs = 5): RunReport {
    return reportOf(task, found, { startedAt: this.#clock.now(), responseTimeMs })
  }

  /** Settles reports in one batch. */
  async report(reports: readonly RunReport[]): Promise<void> {
    await settleRuns(this.#store, reports, {
      nowMs: this.#clock.now(),
      publicUrl: 'https://belfry.example',
      randomNumber: () => 0.5,
      automaticAnalysis: this.automaticAnalysis,
    })
  }
}

/** Inconclusive: the run was returned to the queue too often. */
export type Found = 'passed' | 'failed' | 'inconclusive'

function reportOf(
  task: RunTask,
  found: Found,
  at: { readonly startedAt: number; readonly responseTimeMs: number },
): RunReport {
  const report = conclusiveReport(task, found === 'passed' ? 'passed' : 'failed', at)
  return found === 'inconclusive' ? { ...report, isRunnerError: true, isInconclusive: true } : report
}

const conclusiveReport = (
  task: RunTask,
  outcome: 'passed' | 'failed',
  at: { readonly startedAt: number; readonly responseTimeMs: number },
): RunReport => ({
  taskId: task.id,
  leaseToken: task.leaseToken,
  observation: {
    ...at,
    stoppedAt: at.startedAt + at.responseTimeMs,
    answer: null,
    failure:
      outcome === 'passed'
        ? null
        : { kind: 'connect', code: 'ECONNREFUSED', message: 'Refused.', isNetworkError: true },
    log: [],
  },
  verdict: {
    outcome,
    reasons: outcome === 'passed' ? [] : [{ kind: 'failure', outcome, message: 'Refused.' }],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: {},
  isRunnerError: false,
})
