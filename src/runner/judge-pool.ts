import workerpool from 'workerpool'
import type { Observation, RunTask } from '#contract'
import type { Conclusion } from './conclude-run.ts'

export interface JudgePoolOptions {
  readonly processes: number
  /** Answers that may wait for a process. */
  readonly longestQueue: number
  /** For one answer, the start of its process included. Far more than its allowance of work takes. */
  readonly timeLimitMs: number
  readonly memoryMegabytes: number
  /** Without work for so long, the processes end. */
  readonly idleMs: number
}

export const usualJudgePool: JudgePoolOptions = {
  processes: 2,
  longestQueue: 200,
  timeLimitMs: 30_000,
  memoryMegabytes: 256,
  idleMs: 60_000,
}

/**
 * `problem` is a sentence. `unfinished`: the answer asked for more than it may have. `impossible`: nobody could judge it,
 * which says nothing about it. `stopped`: the pool was closed before.
 */
export type Judged =
  | { readonly outcome: 'judged'; readonly conclusion: Conclusion }
  | { readonly outcome: 'unfinished' | 'impossible'; readonly problem: string }
  | { readonly outcome: 'stopped' }

type Pool = ReturnType<typeof workerpool.pool>

const script = `${import.meta.dirname}/judge-process.ts`
const terminationMs = 50

/**
 * Processes that judge the answers that may be dear. They start with the first of them and end when there was none for
 * a while. One that takes too long or too much memory is ended; the next answer gets a new one.
 */
export class JudgePool {
  readonly #options: JudgePoolOptions
  #pool: Pool | null = null
  readonly #waiting: (() => void)[] = []
  #judging = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: JudgePoolOptions) {
    this.#options = options
  }

  /** Rejects when judging broke. */
  async run(task: RunTask, observation: Observation): Promise<Judged> {
    if (this.#waiting.length >= this.#options.longestQueue) {
      return { outcome: 'impossible', problem: 'Too many answers wait to be judged.' }
    }
    await this.#enter()
    try {
      if (this.#isClosed) return { outcome: 'stopped' }
      const pool = (this.#pool ??= this.#open())
      const conclusion = await pool.exec('judgeRun', [task, observation]).timeout(this.#options.timeLimitMs)
      return { outcome: 'judged', conclusion: asConclusion(conclusion) }
    } catch (error) {
      return this.#explain(error)
    } finally {
      this.#leave()
    }
  }

  /** Ends the processes at once; whoever waits for them is told `stopped`. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  /** The queue of the library stands still when a process dies. */
  async #enter(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.#judging < this.#options.processes) this.#judging += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) return next()
    this.#judging -= 1
    if (this.#judging === 0 && !this.#isClosed) this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs)
  }

  #open(): Pool {
    const { processes, memoryMegabytes } = this.#options
    return workerpool.pool(script, {
      workerType: 'process',
      // One that is being ended does not keep the next from starting.
      maxWorkers: 2 * processes,
      workerTerminateTimeout: terminationMs,
      // What a process says when it ends for lack of memory is not for the log of the service.
      emitStdStreams: true,
      forkOpts: {
        execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=8'],
        env: {},
        serialization: 'advanced',
        // A group of its own, so that Ctrl-C ends the service in order and not these before it.
        detached: true,
      },
    })
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const pool = this.#pool
    this.#pool = null
    await pool?.terminate(true).catch(() => {})
  }

  #explain(error: unknown): Judged {
    if (this.#isClosed) return { outcome: 'stopped' }
    const { timeLimitMs, memoryMegabytes } = this.#options
    if (error instanceof workerpool.Promise.TimeoutError) {
      return { outcome: 'unfinished', problem: `Evaluating took longer than ${timeLimitMs / 1000} seconds. ${advice}` }
    }
    if (!(error instanceof workerpool.TerminateError)) throw error
    const signal = /signalCode: `(SIG[A-Z]+)`/.exec(error.message)?.[1]
    // Somebody stops this machine, and with it the service.
    if (signal === 'SIGTERM' || signal === 'SIGINT') return { outcome: 'stopped' }
    if (signal === undefined) return { outcome: 'impossible', problem: 'The process that evaluates it ended early.' }
    // Without memory it aborts itself, or the system kills it.
    return { outcome: 'unfinished', problem: `Evaluating took more than ${memoryMegabytes} MB of memory. ${advice}` }
  }
}

const advice = 'Use simpler expressions or a smaller response.'

/** What `judgeRun` of judge-process.ts answers. */
const asConclusion = (value: unknown): Conclusion => value as Conclusion
