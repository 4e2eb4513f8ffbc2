import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Observation, RunTask } from '#contract'
import type { WorkerMessage, Evaluated } from './evaluation-worker.ts'

/** The answer of an evaluation process: the conclusion, an error, or how the process ended before. */
export type Answer = Evaluated | { readonly ended: End }

export interface End {
  /** The signal that ended it, for example SIGABRT when it ran out of memory. */
  readonly signal: string | null
  /** The system error code when it could not be started, or the connection failed. */
  readonly problem: string | null
}

const script = new URL('./evaluation-worker.ts', import.meta.url)

/** A process that evaluates one run at a time. */
export class EvaluationProcess {
  readonly #child: ChildProcess
  #end: End | null = null
  #give = (_answer: Answer): void => {}
  #reportStarted = (): void => {}

  /** Throws when no process can be started; for some reasons the process ends at once instead. */
  constructor(memoryMegabytes: number) {
    this.#child = fork(script, [], {
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=8'],
      // Compiled code of the service: such a process starts in place of each one that exceeded its limits.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      serialization: 'advanced',
      // In a separate process group, so that Ctrl-C stops the service in order and does not end this process before
      // it.
      detached: true,
      // The crash output of V8 when it runs out of memory must not appear in the log of the service.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.#receive(asWorkerMessage(message)))
    this.#child.on('error', (error) => this.#finish({ signal: null, problem: codeOf(error) }))
    this.#child.on('exit', (_code, signal) => this.#finish({ signal, problem: null }))
  }

  /** Undefined when it was not started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  get hasEnded(): boolean {
    return this.#end !== null
  }

  /** Call it for one run at a time; `onBegun` is called when the process has received it. */
  evaluateRun(task: RunTask, observation: Observation, onStarted: () => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.#give = resolve
      this.#reportStarted = onStarted
      if (this.#end) this.#finish(this.#end)
      // When it is not connected, or sending fails, its exit event follows.
      if (this.#child.connected) this.#child.send([task, observation], () => {})
    })
  }

  /** Kills the process at once. */
  end(): void {
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL')
    this.#finish({ signal: null, problem: null })
  }

  #receive(message: WorkerMessage): void {
    if (message === 'begun') this.#reportStarted()
    else this.#give(message)
  }

  #finish(end: End): void {
    this.#end ??= end
    this.#give({ ended: this.#end })
  }
}

/** Only the code, because the message of such an error contains paths of this machine. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'

/** The messages of the evaluation process. */
const asWorkerMessage = (message: unknown): WorkerMessage => message as WorkerMessage
