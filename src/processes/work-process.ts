import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterActive } from '#kernel'
import type { Clock } from '#kernel'

export interface WorkLimits {
  /** For one order. */
  readonly timeLimitMs: number
  /** Of the whole process, in memory. */
  readonly memoryBytes: number
}

const heapMegabytes = 512
const memoryEveryMs = 200

/** A process that does one order at a time, and is killed when that takes too long or too much memory. */
export class WorkProcess<Order, Answer> {
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #limits: WorkLimits
  #hasEnded = false
  #give = (_answer: Answer | null): void => {}

  /** The program sends an answer to each message. Throws when no process can be started. */
  constructor(clock: Clock, program: URL, limits: WorkLimits) {
    this.#clock = clock
    this.#limits = limits
    this.#child = fork(program, [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      serialization: 'advanced',
      // Not in the process group of the service, so that Ctrl-C does not end it before the work under way.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.#give(asAnswer<Answer>(message)))
    this.#child.on('error', () => this.#finish())
    this.#child.on('exit', () => this.#finish())
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The answer of the program, or null when there is none within the limits. Call it for one order at a time. */
  async work(order: Order): Promise<Answer | null> {
    const cancelLimit = afterActive(this.#clock, this.#limits.timeLimitMs, () => this.end())
    const watch = this.#clock.every(memoryEveryMs, () => {
      if (this.#memoryBytes() > this.#limits.memoryBytes) this.end()
    })
    try {
      return await new Promise((resolve) => {
        this.#give = resolve
        if (this.#hasEnded) resolve(null)
        // When sending fails, its exit follows.
        else if (this.#child.connected) this.#child.send(asMessage(order), (error) => error && this.end())
      })
    } finally {
      cancelLimit()
      watch.cancel()
    }
  }

  /** Kills the process at once. */
  end(): void {
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL')
    this.#finish()
  }

  #finish(): void {
    this.#hasEnded = true
    this.#give(null)
  }

  #memoryBytes(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'latin1')
      return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    } catch {
      return 0
    }
  }
}

/** The messages of the program. */
function asAnswer<Answer>(message: unknown): Answer {
  return message as Answer
}

/** Orders are objects that structured clones copy. */
function asMessage(order: unknown): object {
  return order as object
}
