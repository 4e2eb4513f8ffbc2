import { resetDistantSchedules, keepTime } from '#runs'
import type { Log, ServiceClock, ServiceTime } from '#kernel'
import { findServiceTime, preparePartitions } from '#storage/database'
import type { Queryable, Store } from '#storage/database'
import type { Loop } from '../loops/run-loop.ts'
import { startingTime, steerTime } from './steer-time.ts'
import type { TimeFacts } from './steer-time.ts'

export interface TimekeeperTools {
  readonly store: Store
  readonly log: Log
  readonly clock: Pick<ServiceClock, 'time' | 'uptimeMs' | 'monotonicMs'>
  /** The clock of the database, in epoch milliseconds. */
  readonly readDatabaseClock: (db: Queryable) => Promise<number>
  /** Whether this process is a scheduler. */
  readonly keepsSchedules: boolean
}

const partitionDaysAhead = 7
const turnMs = 2_000
const schedulesEveryMs = 30_000
/** A response that took longer is too imprecise to compare clocks. */
const slowestAnswerMs = 1_000

/** The state of the clocks, for `/health`. */
export type ClockFacts = TimeFacts & Pick<ServiceTime, 'lastJump'>

/** Synchronises the time of this process with the installation, and monitors the clocks. */
export class Timekeeper {
  /** Schedules that were reset since the start because their next run was too far ahead. */
  schedulesBroughtBack = 0
  readonly #tools: TimekeeperTools
  #databaseMs: number | null = null
  #databaseAheadMs: number | null = null
  #jumpAt: number | undefined
  #suspendedBeforeMs: number
  #schedulesAt = Number.NEGATIVE_INFINITY

  constructor(tools: TimekeeperTools) {
    this.#tools = tools
    this.#suspendedBeforeMs = this.#suspendedMs()
  }

  get #time(): ServiceTime {
    return this.#tools.clock.time
  }

  facts(): ClockFacts {
    const nowMs = this.#time.now()
    const { aheadMs, steadyMs, lastJump } = this.#time
    const suspendedMs = this.#suspendedMs() - this.#suspendedBeforeMs
    return { nowMs, aheadMs, steadyMs, lastJump, suspendedMs, databaseAheadMs: this.#databaseAheadMs }
  }

  /** Call it before anything else in this process reads the time. */
  async start(): Promise<void> {
    const { store, log } = this.#tools
    const wallMs = this.#time.wallMs()
    const markMs = (await findServiceTime(store.db))?.latestAt.getTime() ?? null
    const startMs = startingTime(wallMs, markMs)
    if (startMs !== wallMs) {
      this.#time.startAt(startMs)
      log.warn(
        { aheadMs: this.#time.aheadMs },
        'The clock of this machine does not agree with the last time recorded in the installation',
      )
    }
    await this.#iteration(startMs > wallMs)
  }

  /** The loop of the timekeeper, which runs in every process, whatever its roles. */
  readonly loop: Loop = { name: 'time', iteration: () => this.#iteration() }

  async #iteration(startsBehind = false): Promise<number> {
    const { store, log } = this.#tools
    await this.#compare()
    this.#notice()
    const steering = steerTime(this.facts())
    this.#time.mayApproach = steering.mayApproach
    if (steering.followClock) {
      log.warn({ byMs: -this.#time.aheadMs }, 'The time of the service follows the clock of this machine forward')
      await store.db.transaction((tx) => preparePartitions(tx, this.#time.wallMs(), partitionDaysAhead))
      this.#time.advanceTo(this.#time.wallMs())
      this.#suspendedBeforeMs = this.#suspendedMs()
    }
    const { markMs, absentMs } = await keepTime(store, this.#time.now(), {
      isClockChange: steering.followClock,
      startsBehind,
      databaseMs: this.#databaseMs,
    })
    this.#time.advanceTo(markMs)
    if (absentMs > 0)
      log.warn({ absentMs }, 'No process was running for a while: heartbeat timers are extended by that time')
    await this.#resetSchedules(absentMs > 0)
    return turnMs
  }

  async #compare(): Promise<void> {
    this.#databaseAheadMs = null
    const before = this.#time.wallMs()
    const { store, readDatabaseClock } = this.#tools
    const databaseMs = await readDatabaseClock(store.db)
    const after = this.#time.wallMs()
    this.#databaseMs = Number.isFinite(databaseMs) ? Math.round(databaseMs) : null
    if (Math.abs(after - before) < slowestAnswerMs) this.#databaseAheadMs = databaseMs - (before + after) / 2
  }

  /** Logs a jump once, and measures suspensions from there. */
  #notice(): void {
    this.#time.now()
    const jump = this.#time.lastJump
    if (jump === null || jump.at === this.#jumpAt) return
    this.#jumpAt = jump.at
    this.#tools.log.warn(
      { byMs: jump.byMs },
      'The clock of this machine jumped; the service continues by monotonic time',
    )
  }

  async #resetSchedules(isDue: boolean): Promise<void> {
    const { store, log, keepsSchedules } = this.#tools
    const nowMs = this.#time.now()
    if (!keepsSchedules || (!isDue && nowMs - this.#schedulesAt < schedulesEveryMs)) return
    this.#schedulesAt = nowMs
    const resetCount = await resetDistantSchedules(store, nowMs)
    this.schedulesBroughtBack += resetCount
    if (resetCount > 0) log.warn({ resetCount }, 'Reset schedules whose next run was further ahead than their interval')
  }

  #suspendedMs(): number {
    const { clock } = this.#tools
    return clock.uptimeMs() - clock.monotonicMs()
  }
}
