import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Observation, RunTask } from '#contract'
import type { JudgeMessage, Judgement } from './judge-process.ts'

/** What came of a run given to a process: its conclusion, what broke judging, or how the process ended before. */
export type Answer = Judgement | { readonly ended: End }

export interface End {
  /** The signal that ended it, for example SIGABRT when it had no memory left. */
  readonly signal: string | null
  /** The code of the system for why it never started, or could not be talked to. */
  readonly problem: string | null
}

const script = `${import.meta.dirname}/judge-process.ts`

/** One process that judges one run after the other. */
export class JudgeChild {
  readonly #child: ChildProcess
  #end: End | null = null
  #give = (_answer: Answer): void => {}
  #tellBegun = (): void => {}

  /** Throws when the system lets no process start; for some of its reasons the process ends at once instead. */
  constructor(memoryMegabytes: number) {
    this.#child = fork(script, [], {
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=8'],
      env: {},
      serialization: 'advanced',
      // A group of its own, so that Ctrl-C ends the service in order and not this before it.
      detached: true,
      // What it says when it ends for lack of memory is not for the log of the service.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.#hear(asJudgeMessage(message)))
    this.#child.on('error', (error) => this.#finish({ signal: null, problem: codeOf(error) }))
    this.#child.on('exit', (_code, signal) => this.#finish({ signal, problem: null }))
  }

  /** Undefined when it never started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  get hasEnded(): boolean {
    return this.#end !== null
  }

  /** One at a time; `onBegun` is called when the process has it. Rejects when the run cannot be sent. */
  judge(task: RunTask, observation: Observation, onBegun: () => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.#give = resolve
      this.#tellBegun = onBegun
      if (this.#end) this.#finish(this.#end)
      // When it is not connected, or sending fails, its end is about to be told.
      if (this.#child.connected) this.#child.send([task, observation], () => {})
    })
  }

  /** At once, whatever it is at. */
  end(): void {
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL')
    this.#finish({ signal: null, problem: null })
  }

  #hear(message: JudgeMessage): void {
    if (message === 'begun') this.#tellBegun()
    else this.#give(message)
  }

  #finish(end: End): void {
    this.#end ??= end
    this.#give({ ended: this.#end })
  }
}

/** The message of such an error tells paths of this machine. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'

/** What judge-process.ts sends. */
const asJudgeMessage = (message: unknown): JudgeMessage => message as JudgeMessage
