import type { ObservedArtifact, RunLease, RunReport, RunReturn, RunTask } from '#contract'
import { backoffMs, backoffPolicies } from '#kernel'
import { CancelWatch } from './cancel-watch.ts'
import { DeferredRuns } from './deferred-runs.ts'
import { executeTask, hasNone } from './execute-task.ts'
import { Evaluators } from './evaluators.ts'
import { Scrubbers } from './scrub/scrubbers.ts'
import { FinishedRuns, reportBatch, underItsLease } from './finished-runs.ts'
import { Places } from './places.ts'
import { messageOf } from './port-error.ts'
import { ProgressSender } from './progress-sender.ts'
import { RunRequeuer } from './run-requeuer.ts'
import type { Runner, RunnerOptions } from './runner-options.ts'

type RunTools = Parameters<typeof executeTask>[1]

const claimBatch = 200
const claimWaitMs = 1_000
/** How many claimed runs may be deferred for each place. A check has one run at a time, so their number has an end. */
const deferredOfPlace = 100
/** A run that ends makes room for one, and for a second so that a queue gets shorter. */
const startedForOne = 2
/** How long a finished run may wait for others that are under way: a batch costs the database as much as a single report. */
const gatherMs = 100
/** How long the events of a dry run, for which somebody waits, and of another run that is followed wait for more. */
const [triedGatherMs, followedGatherMs] = [250, 1_000]
/** More finished runs than this mean that they are stored too slowly: others may claim instead. */
const maxUnreported = 2_000
const defaultRenewEveryMs = 15_000
/** Most types run no longer. A run that takes longer is left to its lease. */
const defaultStopGraceMs = 30_000
/** Runs that a stopping runner has not evaluated by then are claimed again when their lease ends. */
const evaluationGraceMs = 1_500
/** How often a stopping runner tries to hand in its last reports before it leaves them to the end of their leases. */
const lastTries = 5
/** After the first, failures are logged once a minute. */
const logEveryFailures = 12

/** A claimer that keeps the free places filled, and a reporter that sends what has finished, in batches. */
export const createRunner = (options: RunnerOptions): Runner => new ClaimingRunner(options)

class ClaimingRunner implements Runner {
  readonly #options: RunnerOptions
  /** The leases to renew: runs in progress and reports not stored yet. */
  readonly #held = new Map<string, RunLease>()
  readonly #tools: Omit<RunTools, 'signal' | 'readGoldenFile' | 'progress'>
  readonly #evaluators: Evaluators
  readonly #scrubbers: Scrubbers
  readonly #abandoned = new AbortController()
  readonly #requeuer: RunRequeuer
  readonly #cancels: CancelWatch
  readonly #finished: FinishedRuns
  readonly #places: Places
  readonly #deferred = new DeferredRuns()
  #isClaiming = false
  #wakeClaimer = (): void => {}
  #wakeReporter = (): void => {}

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#tools = { ...options.tools, clock: options.clock }
    this.#evaluators = new Evaluators(options.clock)
    this.#scrubbers = new Scrubbers(options.clock)
    this.#requeuer = new RunRequeuer(options)
    this.#cancels = new CancelWatch(options)
    const { clock, concurrency, tools } = options
    this.#places = new Places({ clock, concurrency, lookupsAhead: (host) => tools.egress.lookupsAhead(host) })
    this.#finished = new FinishedRuns(options, this.#held, () => this.#wakeClaimer())
    this.#abandoned.signal.addEventListener('abort', () => this.#cancels.endAll(), { once: true })
  }

  load(): { running: number; unreported: number } {
    return { running: this.#places.running, unreported: this.#finished.count }
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#isClaiming = true
    signal.addEventListener('abort', () => this.#wakeClaimer(), { once: true })
    const ended = new AbortController()
    const others = [this.#report()]
    const beside = [this.#renew(ended.signal), this.#cancels.watch(ended.signal)]
    await this.#claim(signal)
    this.#isClaiming = false
    for (const task of this.#deferred.drain()) this.#return({ ...this.#leaseOf(task), reason: 'RUNNER_STOPPED' })
    const abandoned = this.#abandonAfterGrace(ended.signal)
    this.#wakeReporter()
    const finished = new AbortController()
    const closed = this.#closeProcessesLater(finished.signal)
    await Promise.all(others)
    await this.#requeuer.settled()
    finished.abort()
    ended.abort()
    await Promise.all([closed, abandoned, ...beside])
  }

  abandon(): void {
    this.#abandoned.abort()
  }

  /** Where runs may go on for long after a stop, their answers are evaluated as long. */
  async #closeProcessesLater(finished: AbortSignal): Promise<void> {
    const { clock, stopGraceMs } = this.#options
    if (stopGraceMs !== undefined && stopGraceMs > defaultStopGraceMs)
      await clock.sleep(stopGraceMs, AbortSignal.any([finished, this.#abandoned.signal]))
    await clock.sleep(evaluationGraceMs, finished)
    this.#closeProcesses()
  }

  #closeProcesses(): void {
    this.#evaluators.close()
    this.#scrubbers.close()
  }

  /** Ends runs that are still under way; another runner takes them when their leases end. */
  async #abandonAfterGrace(ended: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(this.#options.stopGraceMs ?? defaultStopGraceMs, ended)
    if (!ended.aborted) this.#abandoned.abort()
  }

  async #claim(signal: AbortSignal): Promise<void> {
    const { concurrency, port, runnerId, locations } = this.#options
    let failures = 0
    while (!signal.aborted) {
      this.#startDeferred()
      const deferrable = deferredOfPlace * concurrency - this.#deferred.count
      const free = Math.min(this.#places.free(), maxUnreported - this.#finished.count, deferrable)
      if (free < Math.min(claimBatch, concurrency / 4)) {
        const woken = new AbortController()
        this.#wakeClaimer = () => woken.abort()
        await this.#places.changed(woken.signal)
        continue
      }
      try {
        const limit = Math.min(free, claimBatch)
        const tasks = await port.claim({ runnerId, locations, limit, waitMs: claimWaitMs, signal })
        for (const task of tasks) this.#take(task)
        failures = 0
      } catch (error) {
        failures += 1
        await this.#waitAfter(failures, error, 'Claiming runs failed')
      }
    }
  }

  #take(task: RunTask): void {
    const isUnderWay = this.#held.has(task.id)
    this.#held.set(task.id, leaseOf(task))
    // Its lease ended while this process was stalled: it continues, or is reported, under the new lease.
    if (isUnderWay) return
    const blocker = this.#places.blockerOf(task)
    if (blocker === null) return this.#start(task)
    if (this.#deferred.count === 0)
      this.#options.log.warn({ blocker }, 'Runs are deferred, because enough others wait for the same')
    this.#deferred.add(blocker, task)
  }

  #startDeferred(): void {
    for (let started = 0; started < startedForOne && this.#isClaiming && this.#places.free() > 0; started += 1) {
      const task = this.#deferred.next((deferred) => this.#places.blockerOf(deferred))
      if (task === null) return
      this.#start(task)
    }
  }

  #start(task: RunTask): void {
    const { clock, port, sight } = this.#options
    this.#places.enter(task)
    const time = {
      clock,
      ...(sight && { sight }),
      scrubbers: this.#scrubbers,
      storeFiles: (artifacts: readonly ObservedArtifact[]) => port.storeArtifacts(this.#leaseOf(task), artifacts),
      openBundle: (id: string) => port.openBundle?.(this.#leaseOf(task), id) ?? hasNone(id),
      onAnswer: () => this.#places.answered(task.id),
    }
    const execute = (tools: RunTools) => executeTask(task, tools, this.#evaluators, time)
    void this.#watched(task, execute).then((ended) => {
      this.#places.leave(task.id)
      this.#cancels.remove(task)
      this.#end(task, ended)
      this.#startDeferred()
      this.#wakeClaimer()
      this.#wakeReporter()
    })
  }

  /** Executes a task with what it needs of this runner, and sends its progress while somebody may watch. */
  async #watched<T>(task: RunTask, execute: (tools: RunTools) => Promise<T>): Promise<T> {
    const { clock, port } = this.#options
    const tools = this.#tools
    // A stop lets runs finish for a while: their results must not be lost.
    const signal = this.#cancels.add(task, () => this.#leaseOf(task))
    const send = port.progress?.bind(port)
    const readGoldenFile = (key: string) => port.readGoldenFile(this.#leaseOf(task), key)
    if (!task.isWatched || send === undefined) return execute({ ...tools, signal, readGoldenFile })
    const unwanted = new AbortController()
    const progress = new ProgressSender({
      secrets: task.secrets,
      clock,
      gatherMs: task.storesNoFiles ? triedGatherMs : followedGatherMs,
      send: (events) => send(this.#leaseOf(task), events),
      onUnwanted: () => unwanted.abort(),
    })
    try {
      const either = AbortSignal.any([signal, unwanted.signal])
      return await execute({ ...tools, signal: either, readGoldenFile, progress })
    } finally {
      await progress.end()
    }
  }

  /** The current lease of a run under way. */
  #leaseOf(task: RunTask): RunLease {
    return this.#held.get(task.id) ?? leaseOf(task)
  }

  #end({ id: taskId, checkId }: RunTask, ended: RunReport | RunReturn | null): void {
    if (ended !== null && 'verdict' in ended) return this.#finished.add(ended, checkId)
    const returned = ended ?? this.#unfinished(taskId)
    if (returned === null) this.#held.delete(taskId)
    else this.#return(underItsLease(this.#held, returned))
  }

  #return(run: RunReturn): void {
    this.#requeuer.add(run)
    // Before it is in the queue again, where this runner may claim it again.
    this.#held.delete(run.taskId)
  }

  #unfinished(taskId: string): RunReturn | null {
    const lease = this.#held.get(taskId)
    if (!this.#options.returnsUnfinished || lease === undefined) return null
    return { taskId, leaseToken: lease.leaseToken, reason: 'RUNNER_STOPPED' }
  }

  async #report(): Promise<void> {
    let failures = 0
    while (!this.#isDone()) {
      if (this.#finished.count === 0) {
        await new Promise<void>((resolve) => (this.#wakeReporter = resolve))
        continue
      }
      try {
        await this.#gather()
        await this.#finished.send()
        failures = 0
      } catch (error) {
        failures += 1
        if (!this.#isClaiming && failures > lastTries) return
        await this.#waitAfter(failures, error, 'Reporting runs failed')
      }
    }
  }

  async #gather(): Promise<void> {
    if (this.#isGathered()) return
    const gathered = new AbortController()
    this.#wakeReporter = () => {
      if (this.#isGathered()) gathered.abort(null)
    }
    await this.#options.clock.gather(gatherMs, gathered.signal)
    this.#wakeReporter = () => {}
  }

  /** Nobody is left to wait for, or the batch is full. */
  #isGathered(): boolean {
    return this.#places.running === 0 || !this.#isClaiming || this.#finished.count >= reportBatch
  }

  #isDone(): boolean {
    return !this.#isClaiming && this.#places.running === 0 && this.#finished.count === 0
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { clock, port, log } = this.#options
    while (!signal.aborted) {
      await clock.sleep(this.#options.renewEveryMs ?? defaultRenewEveryMs, signal)
      const leases = [...this.#held.values()].map(({ taskId, leaseToken }) => ({ taskId, leaseToken }))
      if (leases.length === 0) continue
      await port
        .renew(leases)
        .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'Renewing leases failed'))
    }
  }

  async #waitAfter(failures: number, error: unknown, message: string): Promise<void> {
    if (failures === 1 || failures % logEveryFailures === 0)
      this.#options.log.warn({ error: messageOf(error), failures }, message)
    await this.#options.clock.sleep(backoffMs(backoffPolicies.internal, failures))
  }
}

const leaseOf = ({ id: taskId, leaseToken }: RunTask): RunLease => ({ taskId, leaseToken })
