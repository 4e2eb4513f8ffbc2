import type { RunReport, RunTask } from '#contract'
import { claimPendingNotifications, recordTry, sendReminders } from '#notifying'
import {
  claimRuns,
  enqueueDueRuns,
  expireHeartbeats,
  expireRuns,
  PreparedChecks,
  recordPing,
  replaceWaitingRuns,
  returnRuns,
  settleRuns,
} from '#runs'
import { minuteMs, randomId, ServiceTime, silentLog } from '#kernel'
import { Timekeeper } from '#server'
import type { Store } from '#storage/database'

/** What a server of the simulation meets outside. */
export interface SimulationEnvironment {
  readonly store: Store
  readonly random: () => number
  /** The true time, which the simulated servers cannot read. */
  readonly trueMs: () => number
  /** The clock of the database. */
  readonly databaseMs: () => number
  /** Whether the target of a check is down now. */
  readonly isDown: (checkId: string) => boolean
  /** How long a run takes from now. */
  readonly runMs: (isDown: boolean) => number
  /** Whether the receiver of alerts takes one now. */
  readonly takesAlerts: () => boolean
  readonly received: (checkId: string, alertType: string) => void
}

/** Ways to break the service, to see that the invariant notices. */
export interface Breakage {
  /** Reports what runs saw while their process stood still. */
  readonly keepsStalledRuns?: boolean
  /** Takes the machine's clock for the time, whatever it does. */
  readonly trustsClock?: boolean
  /** Evaluates heartbeats after an absence as if pings could have arrived. */
  readonly skipsExcuses?: boolean
}

interface Run {
  readonly task: RunTask
  readonly startedAt: number
  readonly endsAt: number
  readonly sawOutage: boolean
  hasStalled: boolean
}

const publicUrl = 'http://belfry.example'
const leaseMs = 45_000
/** A standstill that is shorter harms no run: its deadline is longer. */
export const harmlessStallMs = 3_000
const regions = ['eu-west-1'] as const

/** One server process over the real verbs: its loops turn when the world lets them, by its own idea of the time. */
export class SimulatedServer {
  /** How far the clock of its machine is ahead of the true time. */
  wallAheadMs = 0
  #time: ServiceTime
  #timekeeper: Timekeeper
  #runs: Run[] = []
  #turns = 0
  #pausedUntil = 0
  #prepared: PreparedChecks
  readonly #environment: SimulationEnvironment
  readonly #broken: Breakage

  constructor(environment: SimulationEnvironment, broken: Breakage) {
    this.#environment = environment
    this.#broken = broken
    this.#prepared = new PreparedChecks(environment.store)
    this.#time = this.#newTime()
    this.#timekeeper = this.#newTimekeeper()
  }

  get isPaused(): boolean {
    return this.#environment.trueMs() < this.#pausedUntil
  }

  start(): Promise<void> {
    return this.#broken.skipsExcuses ? Promise.resolve() : this.#timekeeper.start()
  }

  /** Nothing of it moves for a while, and its observations end in timeouts that it caused. */
  freeze(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#environment.trueMs() + ms)
    if (ms >= harmlessStallMs) for (const run of this.#runs) run.hasStalled = true
  }

  /** kill -9, and another process in its place after a while. Answers what starts that one. */
  crash(ms: number): () => Promise<void> {
    this.#pausedUntil = this.#environment.trueMs() + ms
    this.#runs = []
    return async () => {
      this.#prepared = new PreparedChecks(this.#environment.store)
      this.#time = this.#newTime()
      this.#timekeeper = this.#newTimekeeper()
      await this.start()
    }
  }

  /** What the loops of a server do within a second. */
  async turn(): Promise<void> {
    const { store } = this.#environment
    this.#turns += 1
    // After a standstill the loops wake in any order.
    if (this.#environment.random() < 0.5) await this.#keepTime()
    await expireHeartbeats(store, this.#context(), 100)
    await this.#keepTime()
    const replaced = await replaceWaitingRuns(store, this.#context(), 100)
    await enqueueDueRuns(store, this.now(), 100, replaced)
    if (this.#turns % 5 === 0) await expireRuns(store, this.#context())
    if (this.#turns % 3 === 0) await sendReminders(store, this.#context(), 100)
    await this.#finishRuns()
    await this.#claim()
    await this.#deliver()
  }

  async ping(token: string): Promise<void> {
    await recordPing(this.#environment.store, { token, source: '', userAgent: '' }, this.#context())
  }

  now(): number {
    return this.#broken.trustsClock ? this.#wallMs() : this.#time.now()
  }

  async #keepTime(): Promise<void> {
    if (this.#broken.skipsExcuses || this.#turns % 2 === 1) return
    await this.#timekeeper.loop.iteration()
  }

  #context() {
    return { nowMs: this.now(), publicUrl }
  }

  #wallMs(): number {
    return this.#environment.trueMs() + this.wallAheadMs
  }

  #newTime(): ServiceTime {
    return new ServiceTime({ wallMs: () => this.#wallMs(), elapsedMs: this.#environment.trueMs })
  }

  #newTimekeeper(): Timekeeper {
    const { store, trueMs, databaseMs } = this.#environment
    return new Timekeeper({
      store,
      log: silentLog,
      clock: { time: this.#time, uptimeMs: trueMs, monotonicMs: trueMs },
      readDatabaseClock: async () => databaseMs(),
      keepsSchedules: true,
    })
  }

  async #claim(): Promise<void> {
    const { store, trueMs, isDown, runMs } = this.#environment
    const tasks = await claimRuns(store, this.#prepared, {
      queues: regions,
      limit: 50,
      runnerId: 'simulated',
      leaseMs,
      nowMs: this.now(),
      publicUrl,
      chance: { randomNumber: () => 1, uuid: randomId },
    })
    for (const task of tasks) {
      const sawOutage = isDown(task.checkId)
      this.#runs.push({
        task,
        startedAt: this.now(),
        endsAt: trueMs() + runMs(sawOutage),
        sawOutage,
        hasStalled: false,
      })
    }
  }

  async #finishRuns(): Promise<void> {
    const { store, trueMs, random } = this.#environment
    const over = this.#runs.filter(({ endsAt }) => endsAt <= trueMs())
    this.#runs = this.#runs.filter(({ endsAt }) => endsAt > trueMs())
    const isTaken = (run: Run): boolean => run.hasStalled && !this.#broken.keepsStalledRuns
    const leases = over.filter(isTaken).map(({ task }) => ({ taskId: task.id, leaseToken: task.leaseToken }))
    await returnRuns(store, leases, { nowMs: this.now(), reason: 'PROCESS_STALLED' })
    const reports = over.filter((run) => !isTaken(run)).map((run) => this.#reportOf(run))
    if (reports.length > 0) await settleRuns(store, reports, { nowMs: this.now(), publicUrl, randomNumber: random })
  }

  #reportOf({ task, startedAt, sawOutage, hasStalled }: Run): RunReport {
    const failed = sawOutage || hasStalled
    const message = 'The target did not answer.'
    return {
      taskId: task.id,
      leaseToken: task.leaseToken,
      observation: { startedAt, stoppedAt: this.now(), responseTimeMs: 5, answer: null, failure: null, log: [] },
      verdict: {
        outcome: failed ? 'failed' : 'passed',
        reasons: failed ? [{ kind: 'failure', outcome: 'failed', message }] : [],
        assertions: [],
        overMaxResponseTime: false,
      },
      detail: {},
      isRunnerError: false,
    }
  }

  async #deliver(): Promise<void> {
    const { store, received, takesAlerts } = this.#environment
    const claimed = await claimPendingNotifications(store, { nowMs: this.now(), limit: 20, leaseMs: minuteMs })
    for (const notification of claimed) {
      const isTaken = takesAlerts()
      if (isTaken) received(notification.facts.checkId, notification.facts.alertType)
      const outcome = isTaken ? ('sent' as const) : ('retry' as const)
      const policy = { firstSeconds: 20, tries: 1_000 }
      await recordTry(
        store,
        notification,
        { outcome, response: '' },
        { nowMs: this.now(), policy, fallbackAfterMs: 3_600_000 },
      )
    }
  }
}
