import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeReason } from '#contract/reasons'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import { readRunFile } from '../playwright/read-run-file.ts'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { InstalledTool, SuiteToolbox } from '../runtimes/installed-tools.ts'
import { isSuiteTool, suiteToolIds } from '../runtimes/suite-tool-source.ts'
import type { Sandbox, SandboxedProcess, SandboxEnd } from '../sandbox.ts'
import { CachedDependencies } from './cached-dependencies.ts'
import type { AccountCache } from './cached-dependencies.ts'
import { followSuite } from './follow-suite.ts'
import type { FollowedSuite } from './follow-suite.ts'
import { authoritiesName, jobOf, reportName } from './job-of.ts'
import { plainFiles } from './plain-files.ts'
import { readReport } from './read-report.ts'
import type { SuiteReport } from './read-report.ts'
import { findCommandProblem } from './suite-arguments.ts'
import type { SuiteSelection } from './suite-arguments.ts'
import { engineTool, getTool, prepareEngine } from './suite-engine.ts'
import type { PreparedEngine, SuiteEngine } from './suite-engine.ts'
import { endText, suiteLimits } from './suite-limits.ts'
import { StageTimes } from './stage-times.ts'
import type { StageDurations } from './stage-times.ts'

const child = fileURLToPath(new URL('./child', import.meta.url))
const globals = fileURLToPath(new URL('../globals', import.meta.url))

export interface SuiteOrder extends SuiteSelection {
  /** The archive on this machine, alone in its directory, which the run sees. */
  readonly bundle: string
  /** The directory of npm, which also unpacks archives. */
  readonly npm: string
  readonly workingDirectory: string
  readonly installCommand: string
  readonly testCommand: string
  readonly browsers: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Directories of the account's own that the run may change, for example a cache of packages. */
  readonly writable?: readonly string[]
  /** The engine that runs the tests. Default: the Node of the runtime, which needs no installation. */
  readonly engine?: SuiteEngine | null
  /** Whose dependencies are kept for later runs, and where. Default: nothing is kept. */
  readonly cache?: AccountCache | null
  /** Certificates in PEM that the programs of the suite trust besides the usual ones. Default: none. */
  readonly authorities?: string | null
  /** Shorter limits in milliseconds than those of every suite. */
  readonly limits?: { readonly installMs?: number; readonly testMs?: number }
}

export interface SuiteTools {
  readonly clock: Clock
  readonly sandbox: Sandbox
  readonly runtime: InstalledRuntime
  readonly egress: Egress
  readonly signal: AbortSignal
  readonly note: (level: 'INFO' | 'ERROR', text: string) => void
  /** Engines and package managers, of `Runtimes`. Without it there are npm and the Node of the runtime. */
  readonly toolbox?: SuiteToolbox
}

export interface SuiteMetrics {
  /** Milliseconds of each stage that was entered. */
  readonly stages: StageDurations
  readonly peakMemoryBytes: number
  readonly cpuSeconds: number
  /** Whether dependencies of an earlier run were used; null when none are kept. */
  readonly hasUsedCache: boolean | null
}

export interface SuiteEnd {
  readonly outcome: 'passed' | 'failed' | 'cancelled'
  /** Why the suite did not finish, in a sentence. */
  readonly problem: string | null
  /** Its files are plain ones below the directory, once links are resolved. */
  readonly report: SuiteReport | null
  /** Null when it was not started. */
  readonly end: SandboxEnd | null
  /** Absent when it was not started. */
  readonly metrics?: SuiteMetrics
}

const maxReportBytes = 64 * 1024 * 1024

/**
 * Runs a suite behind the wall: unpacks its bundle, gives it its dependencies and runs its test command. `collect` reads the
 * files of the report from the directory, which is gone when this resolves. Rejects with SandboxProblem without a wall.
 */
export async function runSuite(
  order: SuiteOrder,
  tools: SuiteTools,
  collect: (directory: string, end: SuiteEnd) => Promise<void>,
): Promise<SuiteEnd> {
  const problem = findSuiteProblem(order, tools.runtime)
  if (problem !== null) return notStarted(problem)
  noteMissing(order, tools)
  const times = new StageTimes(tools.clock, tools.note)
  let engine: PreparedEngine
  try {
    times.enter('engine')
    engine = await prepareEngine(order.engine ?? null, tools)
  } catch (error) {
    return whyNotStarted(error, tools.signal)
  }
  times.detail(engine.title)
  for (let missing = 0; missing <= suiteToolIds.length; missing += 1) {
    const end = await runOnce(order, tools, { engine, times, collect })
    if (!('needs' in end)) return end
    try {
      if (!isSuiteTool(end.needs)) return notStarted(writeReason('SUITE_NEEDS', { name: end.needs }))
      await getTool(end.needs, tools)
    } catch (error) {
      return whyNotStarted(error, tools.signal)
    }
  }
  return notStarted(writeReason('SUITE_NEEDS_MORE'))
}

const notStarted = (problem: string): SuiteEnd => ({ outcome: 'failed', problem, report: null, end: null })

const whyNotStarted = (error: unknown, signal: AbortSignal): SuiteEnd =>
  signal.aborted
    ? { outcome: 'cancelled', problem: writeReason('RUN_CANCELLED'), report: null, end: null }
    : notStarted(error instanceof Error ? error.message : String(error))

/** The reason why a suite cannot start; null when it can. */
function findSuiteProblem({ browsers, testCommand, engine }: SuiteOrder, runtime: InstalledRuntime): string | null {
  const hasChromium = browsers.includes('chromium')
  if (!hasChromium && browsers.length > 0) return writeReason('SUITE_NEEDS_BROWSER', { list: browsers.join(' and ') })
  if (hasChromium && runtime.chromium === null) return runtime.chromiumProblem ?? writeReason('NO_CHROMIUM')
  const found = engine ? engineTool(engine) : null
  return found !== null && 'problem' in found ? found.problem : findCommandProblem(testCommand)
}

/** Clients name every browser that some project of the configuration might use, or all three, whichever ones the tests open. */
function noteMissing({ browsers }: SuiteOrder, { note }: SuiteTools): void {
  const missing = browsers.filter((name) => name !== 'chromium')
  if (missing.length > 0) note('INFO', `This machine has Chromium only: tests that open ${missing.join(' or ')} fail.`)
}

interface Prepared {
  readonly engine: PreparedEngine
  readonly times: StageTimes
  readonly collect: (directory: string, end: SuiteEnd) => Promise<void>
}

async function runOnce(
  order: SuiteOrder,
  tools: SuiteTools,
  prepared: Prepared,
): Promise<SuiteEnd | { needs: string }> {
  const installed = suiteToolIds.flatMap((id) => tools.toolbox?.find(id) ?? [])
  const dependencies = await CachedDependencies.open(order, prepared.engine.program, tools.note)
  const started = await startSuite(order, tools, { ...prepared, installed, cache: dependencies.directory })
  try {
    const job = jobOf(order, { ...prepared, installed, runtime: tools.runtime, started, now: tools.clock.now() })
    const followed = await followSuite(started, job, { note: tools.note, times: prepared.times, dependencies })
    if (followed.needs !== null) return { needs: followed.needs }
    const end = await endOf(started, followed, { tools, prepared, dependencies })
    prepared.times.enter('artifacts')
    await prepared.collect(started.directory, end)
    if (end.outcome === 'passed') await dependencies.keep()
    prepared.times.finish()
    return { ...end, ...(end.metrics && { metrics: { ...end.metrics, stages: prepared.times.durations } }) }
  } finally {
    await dependencies.discard()
    await started.dispose()
  }
}

const startSuite = (
  order: SuiteOrder,
  { sandbox, runtime, egress, signal }: SuiteTools,
  {
    engine,
    installed,
    cache,
  }: Pick<Prepared, 'engine'> & { installed: readonly InstalledTool[]; cache: string | null },
): Promise<SandboxedProcess> =>
  sandbox.start({
    program: runtime.node,
    args: [path.join(child, 'main.cjs')],
    environment: {},
    files: order.authorities ? { [authoritiesName]: order.authorities } : {},
    readable: [
      ...new Set([
        process.execPath,
        runtime.directory,
        ...(runtime.chromium === null ? [] : [path.dirname(runtime.chromium.program)]),
        ...installed.map(({ directory }) => directory),
        ...(installed.some(({ program }) => program === engine.program) ? [] : [path.dirname(engine.program)]),
        order.npm,
        path.dirname(order.bundle),
        child,
        globals,
        ...(cache === null ? [] : [cache]),
      ]),
    ],
    writable: order.writable ?? [],
    limits: suiteLimits,
    network: { egress },
    signal,
  })

async function endOf(
  started: SandboxedProcess,
  followed: FollowedSuite,
  { tools, prepared, dependencies }: { tools: SuiteTools; prepared: Prepared; dependencies: CachedDependencies },
): Promise<SuiteEnd> {
  const end = await started.stop()
  const metrics: SuiteMetrics = {
    stages: prepared.times.durations,
    peakMemoryBytes: end.peakMemoryBytes,
    cpuSeconds: end.cpuSeconds,
    hasUsedCache: dependencies.hasBeenUsed,
  }
  if (tools.signal.aborted)
    return { outcome: 'cancelled', problem: writeReason('RUN_CANCELLED'), report: null, end, metrics }
  const report = await reportOf(started)
  const problem = followed.problem ?? problemOf(followed, end, report)
  const isPassed = problem === null && followed.code === 0 && report?.tests.failed === 0
  return { outcome: isPassed ? 'passed' : 'failed', problem, report, end, metrics }
}

function problemOf(
  { hasEnded, isFlooding }: FollowedSuite,
  end: SandboxEnd,
  report: SuiteReport | null,
): string | null {
  if (isFlooding) return writeReason('SUITE_ENDED', { suiteEnd: endText.output })
  if (!hasEnded) return writeReason('SUITE_ENDED', { suiteEnd: endText[end.cause] })
  return report === null ? writeReason('NO_REPORT') : null
}

async function reportOf({ directory, workDirectory }: SandboxedProcess): Promise<SuiteReport | null> {
  const bytes = await readRunFile(directory, reportName, maxReportBytes)
  const report = bytes === null ? null : readReport(Buffer.from(bytes).toString('utf8'), workDirectory)
  return report && { ...report, files: await plainFiles(directory, report.files) }
}
