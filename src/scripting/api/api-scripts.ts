import type { LogLine, RuntimeId, TaskCode } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import { PendingWork } from '../pending-work.ts'
import type { ScriptProcess } from './script-process.ts'
import { ScriptSession } from './script-session.ts'
import { ScriptSlots } from './script-slots.ts'

/** Where scripts find Node.js and their packages. */
export interface ScriptRuntime {
  readonly directory: string
  readonly node: string
}

export interface ScriptRuntimes {
  resolve(id: RuntimeId | null): { readonly used: RuntimeId; readonly warning: string | null }
  status(id: RuntimeId): { readonly state: string; readonly progress: string }
  get(id: RuntimeId, signal?: AbortSignal): Promise<ScriptRuntime>
}

export interface ApiScriptsOptions {
  readonly runtimes: ScriptRuntimes
  /** Why no scripts run on this machine; null when they do. */
  readonly findProblem: () => Promise<string | null>
  /** A process that runs the program of scripts and has reported that it is ready. It is used once. */
  readonly takeProcess: (runtime: ScriptRuntime, signal: AbortSignal) => Promise<ScriptProcess>
  readonly clock: Clock
  /** How many runs have a process at the same time. */
  readonly atOnce?: number
  /** Of each script, in milliseconds. */
  readonly timeLimitMs?: number
}

/** The runnable scripts of one run, with the first lines of its log; or why there are none. */
export type OpenedScripts =
  | { readonly session: ScriptSession; readonly notes: readonly LogLine[]; readonly close: () => void }
  | { readonly problem: string; readonly notes: readonly LogLine[] }

const processesAtOnce = 16
/** How long a run waits for a slot, for its runtime and for a process. */
const maxWaitMs = 60_000
/** Shorter waits are not logged. */
const noticedWaitMs = 1000

/** Runs the setup and teardown scripts of API checks, each run in a separate sandboxed process. */
export class ApiScripts {
  readonly #options: ApiScriptsOptions
  readonly #slots: ScriptSlots
  readonly #closing = new PendingWork()

  constructor(options: ApiScriptsOptions) {
    this.#options = options
    const atOnce = options.atOnce ?? processesAtOnce
    this.#slots = new ScriptSlots(atOnce, Math.max(1, Math.ceil(atOnce * 0.75)))
  }

  /** Why no scripts run on this machine; null when they do. */
  findProblem(): Promise<string | null> {
    return this.#options.findProblem()
  }

  /**
   * Gets a process for the scripts of a run. The caller closes it, which ends it; its directory goes in the background. Never
   * rejects.
   */
  async open(code: TaskCode, accountId: string, signal: AbortSignal): Promise<OpenedScripts> {
    const notes: LogLine[] = []
    const problem = await this.#options.findProblem().catch(messageOf)
    if (problem !== null) return { problem, notes }
    const note = (level: LogLine['level'], msg: string): void => {
      notes.push({ time: this.#options.clock.now(), level, msg })
    }
    const late = new AbortController()
    void this.#options.clock.sleep(maxWaitMs, late.signal).then(() => late.abort())
    const either = AbortSignal.any([signal, late.signal])
    let release: () => void = () => {}
    try {
      release = await this.#waitForSlot(accountId, either, note)
      const { session } = await this.#start(code, { signal: either, runSignal: signal, note })
      return { session, notes, close: () => this.#closing.add(session.close().finally(release)) }
    } catch (error) {
      release()
      return { problem: this.#describe(error, code, either.aborted && !signal.aborted), notes }
    } finally {
      late.abort()
    }
  }

  /** Resolves when everything of the closed scripts has been removed. */
  async finished(): Promise<void> {
    await this.#closing.finished()
  }

  async #waitForSlot(accountId: string, signal: AbortSignal, note: Note): Promise<() => void> {
    const { clock } = this.#options
    const since = clock.now()
    const release = await this.#slots.take(accountId, signal)
    const waitedMs = clock.now() - since
    if (waitedMs >= noticedWaitMs) note('INFO', `Waited ${waitedMs} ms for other scripts to end.`)
    return release
  }

  async #start(code: TaskCode, { signal, runSignal, note }: StartContext): Promise<{ session: ScriptSession }> {
    const { runtimes, takeProcess, clock, timeLimitMs } = this.#options
    const { used, warning } = runtimes.resolve(code.runtimeId)
    if (warning !== null) note('WARN', warning)
    const { state, progress } = runtimes.status(used)
    if (state !== 'installed') note('INFO', `Waiting for runtime ${used}: ${progress}.`)
    const runtime = await orAborted(runtimes.get(used, signal), signal)
    const taking = takeProcess(runtime, signal)
    const process = await orAborted(taking, signal).catch((error: unknown) => {
      // A process that is ready too late is ended.
      void taking.then((late) => late.stop().then(() => late.dispose())).catch(() => {})
      throw error
    })
    const session = new ScriptSession({
      process,
      code,
      packages: runtime.directory,
      clock,
      signal: runSignal,
      ...(timeLimitMs !== undefined && { timeLimitMs }),
    })
    return { session }
  }

  #describe(error: unknown, { runtimeId }: TaskCode, isLate: boolean): string {
    if (!isLate) return messageOf(error)
    const { used } = this.#options.runtimes.resolve(runtimeId)
    const { state, progress } = this.#options.runtimes.status(used)
    const seconds = maxWaitMs / 1000
    return state === 'installed'
      ? writeReason('NO_FREE_PROCESS', { seconds })
      : writeReason('RUNTIME_NOT_READY', { runtime: used, seconds, text: progress })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Note = (level: LogLine['level'], msg: string) => void

interface StartContext {
  readonly signal: AbortSignal
  /** Of the run: it also ends the scripts. */
  readonly runSignal: AbortSignal
  readonly note: Note
}

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
