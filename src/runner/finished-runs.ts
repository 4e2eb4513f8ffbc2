import type { RunLease, RunReport } from '#contract'
import { isUnavailable, messageOf } from './port-error.ts'
import type { RunnerOptions } from './runner-options.ts'

export const reportBatch = 400
/** A report that cannot be stored even alone is tried this often; then its run is left to the end of its lease. */
const loneTries = 5

/** An outcome under the current lease of its run. */
export function underItsLease<T extends RunLease>(held: ReadonlyMap<string, RunLease>, ended: T): T {
  const leaseToken = held.get(ended.taskId)?.leaseToken ?? ended.leaseToken
  return leaseToken === ended.leaseToken ? ended : { ...ended, leaseToken }
}

/** Reports that are not stored yet. Those that are, or were given up, are no longer held. */
export class FinishedRuns {
  readonly #options: Pick<RunnerOptions, 'port' | 'log'>
  readonly #held: Map<string, RunLease>
  readonly #onStored: () => void
  readonly #checkOf = new WeakMap<RunReport, string>()
  /** Tries of reports that failed alone. */
  readonly #lone = new Map<string, number>()
  #finished: RunReport[] = []
  #batchLimit = reportBatch

  constructor(options: Pick<RunnerOptions, 'port' | 'log'>, held: Map<string, RunLease>, onStored: () => void) {
    this.#options = options
    this.#held = held
    this.#onStored = onStored
  }

  get count(): number {
    return this.#finished.length
  }

  add(report: RunReport, checkId: string): void {
    this.#checkOf.set(report, checkId)
    this.#finished.push(report)
  }

  /**
   * Two batches at once when there are two: the database stores one while the other is prepared. A batch that fails is
   * halved, so that one report that cannot be stored does not delay the others.
   */
  async send(): Promise<void> {
    const batches = this.#nextBatches()
    const outcomes = await Promise.allSettled(batches.map((batch) => this.#sendBatch(batch)))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    this.#batchLimit = Math.min(reportBatch, this.#batchLimit * 2)
  }

  /** Results of one check are stored in their order, so they are never in two batches at once. */
  #nextBatches(): (readonly RunReport[])[] {
    const first = this.#finished.slice(0, this.#batchLimit)
    const second = this.#finished.slice(this.#batchLimit, 2 * this.#batchLimit)
    const checks = new Set(first.map((report) => this.#checkOf.get(report)))
    const isPair = second.length === reportBatch && second.every((report) => !checks.has(this.#checkOf.get(report)))
    return isPair ? [first, second] : [first]
  }

  async #sendBatch(reports: readonly RunReport[]): Promise<void> {
    const batch = reports.map((report) => underItsLease(this.#held, report))
    try {
      await this.#options.port.report(batch)
    } catch (error) {
      // Nothing can be stored at all: no report of the batch is to blame.
      if (isUnavailable(error)) throw error
      this.#batchLimit = Math.max(1, Math.floor(batch.length / 2))
      const [only, ...others] = batch
      if (only && others.length === 0) this.#putBack(only, error)
      throw error
    }
    this.#drop(batch)
  }

  /** The others go first. A report that failed too often is given up; the lease ends and the run is taken again. */
  #putBack(report: RunReport, error: unknown): void {
    const tries = (this.#lone.get(report.taskId) ?? 0) + 1
    this.#drop([report])
    if (tries >= loneTries) {
      this.#options.log.error({ taskId: report.taskId, error: messageOf(error) }, 'A report cannot be stored')
      return
    }
    this.#lone.set(report.taskId, tries)
    this.#held.set(report.taskId, report)
    this.#finished.push(report)
  }

  #drop(batch: readonly RunReport[]): void {
    const stored = new Set(batch.map(({ taskId }) => taskId))
    this.#finished = this.#finished.filter(({ taskId }) => !stored.has(taskId))
    for (const taskId of stored) {
      this.#held.delete(taskId)
      this.#lone.delete(taskId)
    }
    this.#onStored()
  }
}
