import type { BundleOpened, RuntimeId, SuiteRequest } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import { ScriptSlots } from '../api/script-slots.ts'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { Runtimes } from '../runtimes/runtimes.ts'
import type { Sandbox } from '../sandbox.ts'
import type { SharedArchives } from '../suites/dependency-cache.ts'
import { runSuite } from '../suites/run-suite.ts'
import type { SuiteEnd, SuiteOrder } from '../suites/run-suite.ts'
import { keepFiles } from './keep-files.ts'
import type { KeptFile } from './keep-files.ts'
import { receiveBundle } from './receive-bundle.ts'

export interface SuiteRunsOptions {
  readonly runtimes: Runtimes
  readonly sandbox: () => Promise<Sandbox>
  readonly egress: Egress
  readonly clock: Clock
  /** The directory of npm; null: this machine has none. */
  readonly npm: string | null
  /** Where dependencies are kept for later runs; absent: they are not. */
  readonly cacheDirectory?: string
  /** Where other machines find them; absent: nowhere. */
  readonly sharedDependencies?: SharedArchives
  /** Certificates in PEM that suites trust besides the usual ones; absent: none. */
  readonly authorities?: string | null
  /** How many suites run at the same time. */
  readonly atOnce?: number
  /** Shorter limits in milliseconds than those of every suite. */
  readonly limits?: NonNullable<SuiteOrder['limits']>
}

export interface SuiteRun {
  readonly accountId: string
  readonly suite: SuiteRequest
  readonly environment: Readonly<Record<string, string>>
  /** Rejects when the service cannot be reached. */
  readonly openBundle: (id: string) => Promise<BundleOpened>
  /** A directory that only this process can read; the caller removes it with the files in it. */
  readonly filesDirectory: () => Promise<string>
  /** Epoch milliseconds at which the run must have ended. */
  readonly deadline: number
  readonly signal: AbortSignal
  readonly note: (level: 'INFO' | 'WARN' | 'ERROR', msg: string) => void
}

export interface EndedSuite {
  readonly end: SuiteEnd
  /** Epoch milliseconds: when its process was started. */
  readonly startedAt: number
  readonly stoppedAt: number
  readonly files: readonly KeptFile[]
  readonly lostFiles: readonly string[]
}

/** The outcome of a run, or a sentence that says why there is none. */
export type SuiteOutcome =
  | EndedSuite
  /** `isOfSuite`: the check has to be changed; otherwise it is no statement about the suite. */
  | { readonly problem: string; readonly isOfSuite?: true }

/** A suite has several workers and browsers; two fill a small machine. */
const suitesAtOnce = 2
const noticedWaitMs = 1000
/** For what follows the run: reading its files, evaluating and storing. */
const reserveMs = 60_000

/** Runs Playwright projects out of code bundles, each in a separate sandboxed process tree. */
export class SuiteRuns {
  readonly #options: SuiteRunsOptions
  readonly #slots: ScriptSlots

  constructor(options: SuiteRunsOptions) {
    this.#options = options
    this.#slots = new ScriptSlots(options.atOnce ?? suitesAtOnce)
  }

  /** Never rejects. The files of the run are copied before its directory is removed. */
  async run(run: SuiteRun): Promise<SuiteOutcome> {
    const problem = await this.#findProblem()
    if (problem !== null) return { problem }
    const { clock } = this.#options
    const late = new AbortController()
    const timer = new AbortController()
    const limitMs = Math.max(0, run.deadline - reserveMs - clock.now())
    void clock.sleep(limitMs, timer.signal).then(() => timer.signal.aborted || late.abort())
    try {
      return await this.#runWithin({ ...run, signal: AbortSignal.any([run.signal, late.signal]) })
    } catch (error) {
      if (run.signal.aborted) return { problem: writeReason('CANCELLED_BEFORE_START') }
      return { problem: late.signal.aborted ? this.#whyLate() : messageOf(error) }
    } finally {
      timer.abort()
    }
  }

  /** Why no suite can be installed on this machine; null when they can. */
  findMissingNpm(): string | null {
    return this.#options.npm === null ? writeReason('NO_NPM') : null
  }

  async #findProblem(): Promise<string | null> {
    const missing = this.findMissingNpm()
    if (missing !== null) return missing
    try {
      const { level, reason, network } = (await this.#options.sandbox()).status
      if (level === null) return reason
      return network === 'sockets forbidden' ? writeReason('SUITES_NEED_NETWORK', { reason }) : null
    } catch (error) {
      return messageOf(error)
    }
  }

  async #runWithin(run: SuiteRun): Promise<SuiteOutcome> {
    const release = await this.#waitForSlot(run)
    try {
      const runtime = await this.#waitForRuntime(run)
      const opened = await run.openBundle(run.suite.codeBundlePath)
      if ('problem' in opened) return { problem: opened.problem, isOfSuite: true }
      await using bundle = await receiveBundle(opened, run.signal)
      return await this.#runBundle(run, runtime, bundle.path)
    } finally {
      release()
    }
  }

  async #runBundle(run: SuiteRun, runtime: InstalledRuntime, bundle: string): Promise<EndedSuite> {
    const { clock, egress, npm } = this.#options
    const startedAt = clock.now()
    let kept: Awaited<ReturnType<typeof keepFiles>> = { files: [], lost: [] }
    const { signal, note } = run
    const sandbox = await this.#options.sandbox()
    const tools = { clock, sandbox, runtime, egress, signal, note, toolbox: this.#options.runtimes.tools }
    const { cacheDirectory: directory, sharedDependencies: shared } = this.#options
    const cache =
      directory === undefined ? null : { clock, directory, accountId: run.accountId, ...(shared && { shared }) }
    const { limits, authorities = null } = this.#options
    const order = { ...orderOf(run, bundle, npm ?? ''), cache, authorities, ...(limits && { limits }) }
    const end = await runSuite(order, tools, async (directory, { outcome, report }) => {
      if (outcome !== 'cancelled') kept = await keepFiles(directory, report, await run.filesDirectory())
    })
    return { end, startedAt, stoppedAt: clock.now(), files: kept.files, lostFiles: kept.lost }
  }

  async #waitForSlot({ accountId, note, signal }: SuiteRun): Promise<() => void> {
    const since = this.#options.clock.now()
    const release = await this.#slots.take(accountId, signal)
    const waitedMs = this.#options.clock.now() - since
    if (waitedMs >= noticedWaitMs) note('INFO', `Waited ${waitedMs} ms for other suites to end.`)
    return release
  }

  async #waitForRuntime({ note, signal }: SuiteRun): Promise<InstalledRuntime> {
    const { runtimes } = this.#options
    const runtimeId = this.#runtimeId()
    const { state, progress } = runtimes.status(runtimeId)
    if (state !== 'installed') note('INFO', `Waiting for the runtime ${runtimeId} to be installed: ${progress}.`)
    return runtimes.get(runtimeId, signal)
  }

  /** Suites bring their own packages; the Node and the Chromium of the default runtime are used. */
  #runtimeId(): RuntimeId {
    return this.#options.runtimes.resolve(null).used
  }

  #whyLate(): string {
    const runtimeId = this.#runtimeId()
    const { state, progress } = this.#options.runtimes.status(runtimeId)
    return state === 'installed'
      ? writeReason('NO_ROOM_IN_TIME')
      : writeReason('RUNTIME_NOT_INSTALLED', { runtime: runtimeId, text: progress })
  }
}

const orderOf = ({ suite, environment }: SuiteRun, bundle: string, npm: string): SuiteOrder => ({
  bundle,
  npm,
  workingDirectory: suite.workingDirectory,
  installCommand: suite.installCommand,
  testCommand: suite.testCommand,
  browsers: suite.browsers,
  projects: suite.projects,
  tags: suite.tags,
  engine: engineOf(suite),
  environment,
})

const engineOf = ({ engine, engineVersion: version }: SuiteRequest): NonNullable<SuiteOrder['engine']> | null =>
  engine === null && version === null ? null : { name: engine ?? 'node', version }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
