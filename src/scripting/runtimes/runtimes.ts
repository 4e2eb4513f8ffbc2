import path from 'node:path'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { backoffMs, backoffPolicies, dayMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { InstallableRuntimeId, RuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'
import { compileAhead } from '../playwright/compile-ahead.ts'
import { findInstalled } from './find-installed.ts'
import type { InstalledRuntime } from './find-installed.ts'
import { runInstallation } from './installation.ts'
import { InstalledTools } from './installed-tools.ts'
import type { SuiteToolbox } from './installed-tools.ts'
import { requirePlatform, unlessAborted } from './installing.ts'
import { resolveRuntime } from './resolve-runtime.ts'
import type { ResolvedRuntime } from './resolve-runtime.ts'
import { RuntimeProblem } from './runtime-problem.ts'
import type { RuntimeProblemCode } from './runtime-problem.ts'
import { readSource } from './runtime-source.ts'
import type { RuntimeSource } from './runtime-source.ts'

export type RuntimeState = 'installed' | 'installing' | 'missing' | 'failed'

export interface RuntimeStatus {
  readonly state: RuntimeState
  /** A phrase, such as `installing packages: 45 % (185 of 412)`. */
  readonly progress: string
  /** Why it failed and what the operator can do; it may name paths of this machine. */
  readonly reason?: string
  readonly code?: RuntimeProblemCode
}

/** The runtimes of this machine: installs them, reports their state, and provides them. */
export interface Runtimes {
  /** The state of the runtime that executes scripts for `id`. */
  status(id: RuntimeId): RuntimeStatus
  /**
   * The runtime that executes scripts for `id`, installed first when it is missing. Rejects with a `RuntimeProblem` when that
   * fails or has failed a moment ago, and with the reason of `signal` when that is aborted; the installation goes on then.
   */
  get(id: RuntimeId, signal?: AbortSignal): Promise<InstalledRuntime>
  resolve(id: RuntimeId | null): ResolvedRuntime
  /** Installs these one after the other and repeats what fails, until all are there or the service stops. Never rejects. */
  keepInstalled(ids: readonly InstallableRuntimeId[]): Promise<void>
  /** The tools of suites besides a runtime. */
  readonly tools: SuiteToolbox
}

export interface RuntimesOptions {
  /** Holds the installations; it is created when needed. */
  readonly directory: string
  /** A Chromium to use in place of that of the runtimes. */
  readonly chromiumPath: string | null
  readonly mayInstall: boolean
  /** For npm: proxies, its settings, PATH. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
  /** Ends installations. */
  readonly signal?: AbortSignal
  /** Where the lock file of a runtime is. Default: that of this repository. */
  readonly sourceOf?: (id: InstallableRuntimeId) => RuntimeSource
}

/** Installations of earlier versions are removed when no process has used them for this long. */
const unusedForMs = 7 * dayMs

interface Known {
  status: RuntimeStatus
  attempt: Promise<InstalledRuntime> | null
  failures: number
  nextTryAt: number
  source: RuntimeSource | null
  markedAt: number
}

export const createRuntimes = (options: RuntimesOptions): Runtimes => new LocalRuntimes(options)

class LocalRuntimes implements Runtimes {
  readonly tools: SuiteToolbox
  readonly #options: RuntimesOptions
  readonly #known = new Map<InstallableRuntimeId, Known>()

  constructor(options: RuntimesOptions) {
    this.#options = options
    this.tools = new InstalledTools(options)
  }

  resolve(id: RuntimeId | null): ResolvedRuntime {
    return resolveRuntime(id)
  }

  status(id: RuntimeId): RuntimeStatus {
    const { used } = resolveRuntime(id)
    const known = this.#of(used)
    if (known.attempt !== null) return known.status
    try {
      if (this.#find(used) !== null) return { state: 'installed', progress: writeReason('INSTALLATION_DONE') }
    } catch (error) {
      return failed(error)
    }
    return known.status.state === 'failed'
      ? known.status
      : { state: 'missing', progress: writeReason('INSTALLATION_MISSING') }
  }

  async get(id: RuntimeId, signal?: AbortSignal): Promise<InstalledRuntime> {
    const { used } = resolveRuntime(id)
    const found = this.#find(used)
    const known = this.#of(used)
    if (found !== null) return this.#used(found, known)
    const { code, reason } = known.status
    if (known.attempt === null && code !== undefined && this.#options.clock.now() < known.nextTryAt)
      throw new RuntimeProblem(code, reason ?? code)
    return unlessAborted(this.#install(used), signal)
  }

  async keepInstalled(ids: readonly InstallableRuntimeId[]): Promise<void> {
    const { clock, signal } = this.#options
    for (const id of ids) {
      while (!signal?.aborted && !(await this.#isThere(id)))
        await clock.sleep(Math.max(0, this.#of(id).nextTryAt - clock.now()), signal)
    }
  }

  async #isThere(id: InstallableRuntimeId): Promise<boolean> {
    try {
      await this.get(id)
      return true
    } catch {
      return false
    }
  }

  #of(id: InstallableRuntimeId): Known {
    const known = this.#known.get(id) ?? {
      status: { state: 'missing', progress: writeReason('INSTALLATION_MISSING') },
      attempt: null,
      failures: 0,
      nextTryAt: 0,
      source: null,
      markedAt: Number.NEGATIVE_INFINITY,
    }
    this.#known.set(id, known)
    return known
  }

  #source(id: InstallableRuntimeId): RuntimeSource {
    const known = this.#of(id)
    known.source ??= (this.#options.sourceOf ?? readSource)(id)
    return known.source
  }

  /** The time of its directory says when it was last used. A directory of another user keeps its time. */
  #used(runtime: InstalledRuntime, known: Known): InstalledRuntime {
    const now = this.#options.clock.now()
    if (now - known.markedAt < dayMs) return runtime
    known.markedAt = now
    utimes(runtime.directory, new Date(now), new Date(now)).catch(() => {})
    return runtime
  }

  #find(id: InstallableRuntimeId): InstalledRuntime | null {
    return findInstalled(path.join(this.#options.directory, this.#source(id).name), this.#options.chromiumPath)
  }

  #install(id: InstallableRuntimeId): Promise<InstalledRuntime> {
    const known = this.#of(id)
    known.attempt ??= this.#attempt(id, known).finally(() => (known.attempt = null))
    return known.attempt
  }

  async #attempt(id: InstallableRuntimeId, known: Known): Promise<InstalledRuntime> {
    const { log, clock } = this.#options
    known.status = { state: 'installing', progress: writeReason('INSTALLATION_STARTING') }
    try {
      const runtime = await this.#runInstallation(id, known)
      known.failures = 0
      known.status = { state: 'installed', progress: writeReason('INSTALLATION_DONE') }
      log.info({ runtime: id }, 'A runtime is installed.')
      return runtime
    } catch (error) {
      known.failures += 1
      known.nextTryAt = clock.now() + backoffMs(backoffPolicies.runtimeInstallation, known.failures)
      known.status = failed(error)
      if (!this.#options.signal?.aborted)
        log.warn({ runtime: id, reason: known.status.reason }, 'A runtime could not be installed.')
      throw error
    }
  }

  async #runInstallation(id: InstallableRuntimeId, known: Known): Promise<InstalledRuntime> {
    const { directory, environment, signal, mayInstall } = this.#options
    requirePlatform()
    if (!mayInstall) throw installationOff(id)
    const source = this.#source(id)
    const report = (progress: string): void => void (known.status = { state: 'installing', progress })
    await runInstallation(source, { root: directory, environment, report, signal })
    const found = this.#find(id)
    if (found === null)
      throw new RuntimeProblem('INSTALLATION_FAILED', writeReason('RUNTIME_NOT_FOUND', { path: directory }))
    report(writeReason('INSTALLATION_COMPILING'))
    await compileAhead(found, signal)
    await removeUnused(directory, source, this.#options.clock.now())
    return found
  }
}

const failed = (error: unknown): RuntimeStatus => ({
  state: 'failed',
  progress: 'failed',
  reason: error instanceof Error ? error.message : String(error),
  code: error instanceof RuntimeProblem ? error.code : 'INSTALLATION_FAILED',
})

const installationOff = (id: InstallableRuntimeId): RuntimeProblem =>
  new RuntimeProblem('INSTALLATION_OFF', writeReason('RUNTIME_FORBIDDEN', { runtime: id }))

/** Removes what earlier versions installed for the same runtime, unless one of them has used it a short time ago. */
async function removeUnused(directory: string, { id, name }: RuntimeSource, nowMs: number): Promise<void> {
  const others = (await readdir(directory)).filter((entry) => entry.startsWith(`${id}-`) && entry !== name)
  for (const entry of others) {
    const place = path.join(directory, entry)
    const usedAt = await stat(place).then(
      ({ mtimeMs }) => mtimeMs,
      () => nowMs,
    )
    if (nowMs - usedAt > unusedForMs) await rm(place, { recursive: true, force: true })
  }
}
