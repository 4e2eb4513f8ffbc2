import { writeReason } from '#contract/reasons'
import type { Clock, Log } from '#kernel'
import { SandboxProblem } from './sandbox.ts'
import type { Sandbox, SandboxCommand, SandboxedProcess } from './sandbox.ts'

export interface PoolSettings {
  readonly clock: Clock
  readonly sandbox: Sandbox
  /** Must say `{"ready":true}` over file descriptor 3 when it waits for its job. */
  readonly command: SandboxCommand
  /** Processes that wait when no run is under way. */
  readonly size: number
  readonly log: Log
  /** How long a replacement waits at most for the runs under way to end. Default: 5 seconds. */
  readonly refillMs?: number
}

const defaultRefillMs = 5000

interface Starting {
  /** Rejects when it ends before it is ready. */
  readonly ready: Promise<SandboxedProcess>
  /** Ends it, ready or not. Never rejects. */
  readonly dispose: () => Promise<void>
}

/**
 * Keeps processes of one command started and ready. Each is used once: one that is taken is replaced in the background
 * when no run is under way any more, because its start needs as much of the processor as a short run, and so is one that ended
 * while it waited. Waiting has no wall-time limit; `Sandbox.startLimits` sets it for the job.
 */
export class SandboxPool {
  readonly #settings: PoolSettings
  readonly #waiting = new Set<Starting>()
  readonly #taken = new Set<SandboxedProcess>()
  #isClosed = false

  constructor(settings: PoolSettings) {
    this.#settings = settings
    this.#fill()
  }

  /** A process that is ready. Rejects with a `SandboxProblem` when none can be started, or the pool is closed. */
  async take(): Promise<SandboxedProcess> {
    if (this.#isClosed) throw new SandboxProblem(writeReason('POOL_CLOSED'))
    const [oldest] = this.#waiting
    const taken = oldest ?? this.#start()
    this.#waiting.delete(taken)
    const process = await taken.ready
    this.#refillAfter(process)
    return process
  }

  /** Resolves when every process that was started waits for its job, or could not be started. */
  async ready(): Promise<void> {
    await Promise.allSettled([...this.#waiting].map(({ ready }) => ready))
  }

  /** Ends every waiting process, also while it starts. Those that were taken belong to their callers. */
  async close(): Promise<void> {
    this.#isClosed = true
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    await Promise.all(waiting.map((each) => each.dispose()))
  }

  /** A long run does not keep the pool empty. */
  #refillAfter(process: SandboxedProcess): void {
    const { clock, refillMs = defaultRefillMs } = this.#settings
    const timer = clock.after(refillMs, () => this.#fill()).unref()
    this.#taken.add(process)
    void process.ended.then(() => {
      this.#taken.delete(process)
      if (this.#taken.size > 0) return
      timer.cancel()
      this.#fill()
    })
  }

  #fill(): void {
    while (!this.#isClosed && this.#waiting.size < this.#settings.size) this.#add()
  }

  #add(): void {
    const started = this.#start()
    this.#waiting.add(started)
    started.ready.then(
      (process) => void process.ended.then(() => this.#replace(started, process)),
      (error: unknown) => {
        if (this.#isClosed) return
        // The next run tries again and gets the reason; a loop of failing starts would only load the machine.
        this.#waiting.delete(started)
        this.#settings.log.warn({ error: String(error) }, 'A waiting script process could not be started')
      },
    )
  }

  /** Replaces a process that ended while it waited. */
  #replace(started: Starting, process: SandboxedProcess): void {
    if (!this.#waiting.delete(started)) return
    void process.dispose()
    this.#fill()
  }

  #start(): Starting {
    const { sandbox, command } = this.#settings
    const launched = sandbox.start({ ...command, limits: { ...command.limits, wallMs: waitingMs } })
    const ready = launched.then(untilReady)
    // A process that is stopped before it is ready is disposed of there.
    const dispose = (): Promise<void> =>
      launched
        .then((process) => process.stop())
        .then(() => ready)
        .then((process) => process.dispose())
        .catch(() => {})
    return { ready, dispose }
  }
}

async function untilReady(process: SandboxedProcess): Promise<SandboxedProcess> {
  for await (const message of process.messages) if (isReady(message)) return process
  const { output } = await process.ended
  await process.dispose()
  throw new SandboxProblem(writeReason('SCRIPT_PROCESS_NOT_READY', { text: output.trim().slice(-500) }))
}

/** Longer than any service runs, and within what timers can hold. */
const waitingMs = 2 ** 31 - 1

const isReady = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'ready' in message && message.ready === true
