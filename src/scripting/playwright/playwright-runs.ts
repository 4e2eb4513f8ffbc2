import { dirname } from 'node:path'
import type { RuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Egress } from '#egress'
import type { Clock, Log } from '#kernel'
import { ScriptSlots } from '../api/script-slots.ts'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { Runtimes } from '../runtimes/runtimes.ts'
import { PendingWork } from '../pending-work.ts'
import { SandboxPool } from '../sandbox-pool.ts'
import { throughDoor } from '../through-door.ts'
import type { Sandbox, SandboxedProcess } from '../sandbox.ts'
import type { PlaywrightJob, PlaywrightProgress } from './messages.ts'
import { playwrightCommand } from './playwright-command.ts'
import { followRun } from './follow-run.ts'
import type { FollowedRun } from './follow-run.ts'
import { playwrightLimits } from './playwright-limits.ts'

export interface PlaywrightRunsOptions {
  readonly runtimes: Runtimes
  readonly sandbox: () => Promise<Sandbox>
  readonly egress: Egress
  readonly clock: Clock
  readonly log: Log
  /** How many runs have a process at the same time. */
  readonly atOnce?: number
  /** A program of FFmpeg that records videos; without one there are none. */
  readonly encoder?: string | null
  /** Processes that wait for a run, for each runtime that is used. */
  readonly waiting?: number
}

export interface PlaywrightOrder {
  readonly runtimeId: RuntimeId | null
  readonly accountId: string
  readonly kind: PlaywrightJob['kind']
  /** The job, without what only the process knows. */
  readonly job: Omit<PlaywrightJob, 'kind' | 'chromium' | 'sentAt'>
  /** Epoch milliseconds at which the run must have ended. */
  readonly deadline: number
  readonly signal: AbortSignal
  readonly note: (level: 'INFO' | 'WARN', msg: string) => void
  readonly onProgress?: (progress: PlaywrightProgress) => void
}

/** The outcome of a run, or a sentence that says why there is none. */
export type PlaywrightOutcome = (FollowedRun & { readonly runtimeId: RuntimeId }) | { readonly problem: string }

const processesAtOnce = 2
const noticedWaitMs = 1000
/** For what follows the run: reading its files, evaluating and storing. */
const reserveMs = 5000

/** Runs test files of Playwright, each in a separate sandboxed process that was started before. */
export class PlaywrightRuns {
  readonly #options: PlaywrightRunsOptions
  readonly #slots: ScriptSlots
  readonly #pools = new Map<string, SandboxPool>()
  readonly #closing = new PendingWork()

  constructor(options: PlaywrightRunsOptions) {
    this.#options = options
    this.#slots = new ScriptSlots(options.atOnce ?? processesAtOnce)
  }

  /** Why no test file runs on this machine; null when they do. Never rejects. */
  async findProblem(): Promise<string | null> {
    try {
      const { level, reason, network } = (await this.#options.sandbox()).status
      if (level === null) return reason
      return network === 'sockets forbidden' ? writeReason('TEST_FILES_NEED_NETWORK', { reason }) : null
    } catch (error) {
      return messageOf(error)
    }
  }

  /** Never rejects. The files of the run are read; its directory goes in the background. */
  async run(order: PlaywrightOrder): Promise<PlaywrightOutcome> {
    const problem = await this.findProblem()
    if (problem !== null) return { problem }
    const { clock } = this.#options
    const late = new AbortController()
    const timer = new AbortController()
    const waitMs = Math.max(0, order.deadline - reserveMs - clock.now())
    void clock.sleep(waitMs, timer.signal).then(() => timer.signal.aborted || late.abort())
    try {
      return await this.#runWithin(order, AbortSignal.any([order.signal, late.signal]))
    } catch (error) {
      if (order.signal.aborted) return { problem: writeReason('CANCELLED_BEFORE_START') }
      return { problem: late.signal.aborted ? this.#whyLate(order.runtimeId) : messageOf(error) }
    } finally {
      timer.abort()
    }
  }

  /** Resolves when the processes that were started to wait for a run are ready. */
  async ready(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.ready()))
  }

  /** Ends the processes that wait. */
  async close(): Promise<void> {
    await this.#closing.finished()
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()))
  }

  async #runWithin(order: PlaywrightOrder, signal: AbortSignal): Promise<PlaywrightOutcome> {
    const release = await this.#waitForSlot(order, signal)
    try {
      const { runtime, runtimeId } = await this.#waitForRuntime(order, signal)
      if (order.kind === 'browser' && runtime.chromium === null)
        return { problem: writeReason('CHROMIUM_TO_SET', { runtime: runtimeId }) }
      const sandbox = await this.#options.sandbox()
      const taken = await unlessAborted(this.#poolOf(sandbox, runtime).take(), signal)
      try {
        const wallMs = Math.max(1, order.deadline - reserveMs - this.#options.clock.now())
        sandbox.startLimits(taken, { wallMs })
        return { ...(await followRun(taken, this.#jobOf(order, runtime, taken), order)), runtimeId }
      } finally {
        this.#closing.add(taken.dispose().catch(() => {}))
      }
    } finally {
      release()
    }
  }

  async #waitForSlot({ accountId, note }: PlaywrightOrder, signal: AbortSignal): Promise<() => void> {
    const since = this.#options.clock.now()
    const release = await this.#slots.take(accountId, signal)
    const waitedMs = this.#options.clock.now() - since
    if (waitedMs >= noticedWaitMs) note('INFO', `Waited ${waitedMs} ms for other runs to end.`)
    return release
  }

  async #waitForRuntime(
    { runtimeId, note }: PlaywrightOrder,
    signal: AbortSignal,
  ): Promise<{ runtime: InstalledRuntime; runtimeId: RuntimeId }> {
    const { runtimes } = this.#options
    const { used, warning } = runtimes.resolve(runtimeId)
    if (warning !== null) note('WARN', warning)
    const { state, progress } = runtimes.status(used)
    if (state !== 'installed') note('INFO', `Waiting for the runtime ${used} to be installed: ${progress}.`)
    return { runtime: await runtimes.get(used, signal), runtimeId: used }
  }

  #whyLate(runtimeId: RuntimeId | null): string {
    const { used } = this.#options.runtimes.resolve(runtimeId)
    const { state, progress } = this.#options.runtimes.status(used)
    return state === 'installed'
      ? writeReason('NO_PROCESS_IN_TIME')
      : writeReason('RUNTIME_NOT_INSTALLED', { runtime: used, text: progress })
  }

  #jobOf({ kind, job }: PlaywrightOrder, { chromium }: InstalledRuntime, { doorUrl }: SandboxedProcess): PlaywrightJob {
    const { encoder = null } = this.#options
    const isBrowser = kind === 'browser'
    return {
      ...job,
      artifacts: { ...job.artifacts, video: isBrowser && encoder !== null ? job.artifacts.video : 'off' },
      kind,
      sentAt: this.#options.clock.now(),
      // Inside the sandbox Chromium cannot create namespaces.
      chromium: isBrowser && chromium !== null ? { ...throughDoor(chromium, doorUrl), sandbox: false } : null,
    }
  }

  #poolOf(sandbox: Sandbox, runtime: InstalledRuntime): SandboxPool {
    const { egress, clock, log, waiting = 1, encoder = null } = this.#options
    const known = this.#pools.get(runtime.directory)
    if (known !== undefined) return known
    const { program, args, readable, environment: all } = playwrightCommand(runtime, { workDirectory: '', encoder })
    // The wall sets the directories.
    const environment = Object.fromEntries(Object.entries(all).filter(([name]) => !/^(HOME|TMPDIR)$/.test(name)))
    const chromium = runtime.chromium === null ? [] : [dirname(runtime.chromium.program)]
    const command = {
      program,
      args,
      environment,
      readable: [...new Set([...readable, dirname(program), process.execPath, ...chromium])],
      limits: playwrightLimits,
      network: { egress },
    }
    const pool = new SandboxPool({ clock, sandbox, command, size: waiting, log })
    this.#pools.set(runtime.directory, pool)
    return pool
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Ends a process that is ready too late. */
async function unlessAborted(taking: Promise<SandboxedProcess>, signal: AbortSignal): Promise<SandboxedProcess> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([taking, aborted.promise])
  } catch (error) {
    void taking.then((process) => process.dispose()).catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
