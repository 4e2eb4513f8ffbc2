import type { Observation, RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import { afterActive, FairQueue, invariant, minuteMs } from '#kernel'
import type { Clock, Timer } from '#kernel'
import type { Conclusion } from './conclude-run.ts'
import { codeOf, EvaluationProcess } from './evaluation-process.ts'
import type { End } from './evaluation-process.ts'
import { EvaluationWatch } from './evaluation-watch.ts'

export interface EvaluationLimits {
  readonly processes: number
  /** Answers that may wait for a process. */
  readonly maxQueueLength: number
  /** Until a process has an answer. */
  readonly startLimitMs: number
  /** For one answer from then on. Far more than its allowance of work takes, even on a busy machine. */
  readonly timeLimitMs: number
  /** The interval at which a busy process is inspected; one found stopped twice in a row is ended. */
  readonly checkEveryMs: number
  readonly memoryMegabytes: number
  /** Without work for so long, the processes end. */
  readonly idleMs: number
}

export const defaultEvaluationPool: EvaluationLimits = {
  processes: 2,
  maxQueueLength: 200,
  startLimitMs: minuteMs,
  timeLimitMs: minuteMs,
  checkEveryMs: 2_000,
  memoryMegabytes: 256,
  idleMs: minuteMs,
}

/**
 * `problem` is a sentence. `unfinished`: the response needed more than its limits. `impossible`: it could not be evaluated,
 * which says nothing about it. `stopped`: the pool was closed before.
 */
export type EvaluationOutcome =
  | { readonly outcome: 'evaluated'; readonly conclusion: Conclusion }
  | { readonly outcome: 'unfinished' | 'impossible'; readonly problem: string }
  | { readonly outcome: 'stopped' }

/**
 * Processes that evaluate responses that may be expensive. They start with the first one and end when there was none for
 * a while. One that takes too long or too much memory is ended; the next answer gets a new one. Accounts take turns.
 */
export class EvaluationPool {
  readonly #clock: Clock
  readonly #options: EvaluationLimits
  readonly #waiting = new FairQueue<(mayEnter: boolean) => void>()
  readonly #busy = new Set<EvaluationProcess>()
  #resting: EvaluationProcess[] = []
  #active = 0
  #idle: Timer | undefined
  #isClosed = false

  constructor(clock: Clock, options: EvaluationLimits) {
    this.#clock = clock
    this.#options = options
  }

  /** Rejects when the evaluation failed. `timeLimitMs`: a shorter limit than usual. */
  async run(task: RunTask, observation: Observation, timeLimitMs = Infinity): Promise<EvaluationOutcome> {
    if (!(await this.#enter(task.accountId)))
      return { outcome: 'impossible', problem: writeReason('TOO_MANY_EVALUATIONS') }
    try {
      return this.#isClosed
        ? { outcome: 'stopped' }
        : await this.#evaluateRun(task, observation, Math.min(timeLimitMs, this.#options.timeLimitMs))
    } finally {
      this.#leave()
    }
  }

  /** Ends the processes at once; pending evaluations resolve with `stopped`. */
  close(): void {
    this.#isClosed = true
    for (const child of this.#busy) child.end()
    this.#rest()
  }

  /** When too many wait, one of the account of which most do is sent away. */
  async #enter(accountId: string): Promise<boolean> {
    this.#idle?.cancel()
    if (this.#active < this.#options.processes) {
      this.#active += 1
      return true
    }
    return new Promise((resolve) => {
      this.#waiting.add(accountId, resolve)
      if (this.#waiting.size > this.#options.maxQueueLength) this.#waiting.takeLastOfLargest()?.(false)
    })
  }

  #leave(): void {
    const next = this.#waiting.take()
    if (next) return next(true)
    this.#active -= 1
    if (this.#active === 0 && !this.#isClosed) this.#idle = this.#clock.after(this.#options.idleMs, () => this.#rest())
  }

  async #evaluateRun(task: RunTask, observation: Observation, timeLimitMs: number): Promise<EvaluationOutcome> {
    const child = this.#child()
    if (!(child instanceof EvaluationProcess)) return notStarted(child.problem)
    this.#busy.add(child)
    const course = { hasStarted: false, isTimedOut: false, isStalled: false }
    const { startLimitMs, checkEveryMs } = this.#options
    const watch = new EvaluationWatch(child.pid, { clock: this.#clock, checkEveryMs }, () => {
      course.isStalled = true
      child.end()
    })
    const endAfter = (ms: number): (() => void) =>
      afterActive(this.#clock, ms, () => {
        course.isTimedOut = true
        course.isStalled ||= course.hasStarted && watch.wasStarved(ms)
        child.end()
      })
    let cancelLimit = endAfter(startLimitMs)
    try {
      const answer = await child.evaluateRun(task, observation, () => {
        cancelLimit()
        cancelLimit = endAfter(timeLimitMs)
        course.hasStarted = true
        watch.begin()
      })
      if ('conclusion' in answer) return { outcome: 'evaluated', conclusion: answer.conclusion }
      invariant(!('broken' in answer), 'broken' in answer ? answer.broken : '')
      return this.#explain(answer.ended, course)
    } finally {
      cancelLimit()
      watch.end()
      this.#busy.delete(child)
      this.#resting.push(child)
    }
  }

  /** One that rests, unless it ended meanwhile, or a new one. */
  #child(): EvaluationProcess | { readonly problem: string } {
    this.#resting = this.#resting.filter((child) => !child.hasEnded)
    try {
      return this.#resting.pop() ?? new EvaluationProcess(this.#options.memoryMegabytes)
    } catch (error) {
      return { problem: codeOf(error) }
    }
  }

  #rest(): void {
    this.#idle?.cancel()
    for (const child of this.#resting) child.end()
    this.#resting = []
  }

  #explain({ signal, problem }: End, { hasStarted, isTimedOut, isStalled }: Course): EvaluationOutcome {
    // Somebody stops this machine, and with it the service.
    if (this.#isClosed || signal === 'SIGTERM' || signal === 'SIGINT') return { outcome: 'stopped' }
    if (isStalled) return { outcome: 'impossible', problem: writeReason('EVALUATION_KEPT') }
    if (!hasStarted)
      return notStarted(problem ?? (isTimedOut ? writeReason('TAKES_TOO_LONG') : writeReason('ENDS_AT_ONCE')))
    const { timeLimitMs, memoryMegabytes } = this.#options
    if (isTimedOut)
      return {
        outcome: 'unfinished',
        problem: `${writeReason('EVALUATION_TOO_LONG', { seconds: timeLimitMs / 1000 })} ${advice}`,
      }
    if (signal === null) return { outcome: 'impossible', problem: writeReason('EVALUATION_ENDED_EARLY') }
    // Without memory it aborts itself, or the system kills it.
    return {
      outcome: 'unfinished',
      problem: `${writeReason('EVALUATION_MEMORY', { megabytes: memoryMegabytes })} ${advice}`,
    }
  }
}

interface Course {
  /** Whether the process had the run. */
  readonly hasStarted: boolean
  /** Whether it was ended because its time was over. */
  readonly isTimedOut: boolean
  /** Whether it was ended because it could not run. */
  readonly isStalled: boolean
}

const advice = writeReason('SIMPLER_EXPRESSIONS')

const notStarted = (problem: string): EvaluationOutcome => ({
  outcome: 'impossible',
  problem: writeReason('NO_EVALUATION_PROCESS', { reason: problem }),
})
