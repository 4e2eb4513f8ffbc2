import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Egress } from '#egress'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { Sandbox, SandboxedProcess, SandboxEnd } from '../sandbox.ts'
import type { SuiteJob, SuiteStage } from './messages.ts'
import { readReport } from './read-report.ts'
import type { SuiteReport } from './read-report.ts'
import { testArguments } from './suite-arguments.ts'
import type { SuiteSelection } from './suite-arguments.ts'
import { installLimitMs, suiteLimits } from './suite-limits.ts'

const child = fileURLToPath(new URL('./child', import.meta.url))

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
}

export interface SuiteTools {
  readonly sandbox: Sandbox
  readonly runtime: InstalledRuntime
  readonly egress: Egress
  readonly signal: AbortSignal
  readonly note: (level: 'INFO' | 'ERROR', text: string) => void
}

export interface SuiteEnd {
  readonly outcome: 'passed' | 'failed' | 'cancelled'
  /** Why the suite did not get to its end, in a sentence. */
  readonly problem: string | null
  readonly report: SuiteReport | null
  /** Null when it was not started. */
  readonly end: SandboxEnd | null
}

const maxReportBytes = 64 * 1024 * 1024

/**
 * Runs a suite behind the wall: unpacks its bundle, installs its packages and runs its test command. `collect` reads the
 * files of the report from the directory, which is gone when this resolves. Rejects with SandboxProblem without a wall.
 */
export async function runSuite(
  order: SuiteOrder,
  tools: SuiteTools,
  collect: (directory: string, end: SuiteEnd) => Promise<void>,
): Promise<SuiteEnd> {
  const problem = findSuiteProblem(order, tools.runtime)
  if (problem !== null) return { outcome: 'failed', problem, report: null, end: null }
  const started = await tools.sandbox.start({
    program: tools.runtime.node,
    args: [path.join(child, 'main.cjs')],
    environment: {},
    readable: [process.execPath, tools.runtime.directory, order.npm, path.dirname(order.bundle), child],
    writable: order.writable ?? [],
    limits: suiteLimits,
    network: { egress: tools.egress },
    signal: tools.signal,
  })
  try {
    const end = await follow(started, order, tools)
    await collect(started.directory, end)
    return end
  } finally {
    await started.dispose()
  }
}

/** What prevents a suite from starting; null when nothing does. */
function findSuiteProblem({ browsers, testCommand, ...order }: SuiteOrder, runtime: InstalledRuntime): string | null {
  const missing = browsers.filter((name) => name !== 'chromium')
  if (missing.length > 0)
    return `The suite needs ${missing.join(' and ')}, and this machine has Chromium only. Remove it from browsers.`
  if (browsers.includes('chromium') && runtime.chromium === null)
    return runtime.chromiumProblem ?? 'This machine has no Chromium.'
  const added = testArguments(testCommand, order, { reporter: '', output: '' })
  return 'problem' in added ? added.problem : null
}

async function follow(started: SandboxedProcess, order: SuiteOrder, tools: SuiteTools): Promise<SuiteEnd> {
  const said = await listen(started, order, tools)
  const end = await started.stop()
  if (tools.signal.aborted) return { outcome: 'cancelled', problem: 'The run was cancelled.', report: null, end }
  const report = await reportOf(started)
  const problem = said === null ? `The suite was ended: ${end.cause}.` : (said.problem ?? problemOf(report))
  return { outcome: problem === null && said?.code === 0 ? 'passed' : 'failed', problem, report, end }
}

const problemOf = (report: SuiteReport | null): string | null =>
  report === null ? 'The test command left no report of Playwright.' : null

interface Said {
  readonly code: number | null
  readonly problem: string | null
}

/** Gives the process its job and reads until it says that it has ended; null when it ends without a word. */
async function listen(
  started: SandboxedProcess,
  order: SuiteOrder,
  { runtime, note }: SuiteTools,
): Promise<Said | null> {
  let problem: string | null = null
  for await (const message of started.messages) {
    const read = readMessage(message)
    if (read.kind === 'ready') started.send(jobOf(order, runtime, started))
    if (read.kind === 'stage') note('INFO', stageText[read.stage])
    if (read.kind === 'log') note(read.level, read.text)
    if (read.kind === 'problem') problem = read.text
    if (read.kind === 'end') return { code: read.code, problem }
  }
  return null
}

const stageText: Readonly<Record<SuiteStage, string>> = {
  unpack: 'Unpacking the code bundle.',
  install: 'Installing packages.',
  test: 'Running the test command.',
}

type ReadMessage =
  | { readonly kind: 'ready' | 'unknown' }
  | { readonly kind: 'stage'; readonly stage: SuiteStage }
  | { readonly kind: 'log'; readonly level: 'INFO' | 'ERROR'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'end'; readonly code: number | null }

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

/** What user code could have sent as well. */
function readMessage(message: unknown): ReadMessage {
  const [stage, log, problem, end] = ['stage', 'log', 'problem', 'end'].map((name) => field(message, name))
  if (field(message, 'ready') === true) return { kind: 'ready' }
  if (typeof problem === 'string') return { kind: 'problem', text: problem }
  if (stage === 'unpack' || stage === 'install' || stage === 'test') return { kind: 'stage', stage }
  const text = field(log, 'text')
  if (typeof text === 'string') return { kind: 'log', level: field(log, 'level') === 'error' ? 'ERROR' : 'INFO', text }
  const code = field(end, 'code')
  return end === undefined ? { kind: 'unknown' } : { kind: 'end', code: typeof code === 'number' ? code : null }
}

const reportName = 'report.json'

function jobOf(order: SuiteOrder, runtime: InstalledRuntime, { workDirectory, doorUrl }: SandboxedProcess): SuiteJob {
  const files = { reporter: 'list,json', output: path.posix.join(workDirectory, 'output') }
  const added = testArguments(order.testCommand, order, files)
  return {
    bundle: order.bundle,
    tar: path.join(order.npm, 'node_modules/tar'),
    npm: order.npm,
    workingDirectory: order.workingDirectory,
    installCommand: order.installCommand,
    testCommand: order.testCommand,
    testArguments: 'problem' in added ? [] : added.arguments,
    environment: {
      ...order.environment,
      FORCE_COLOR: '0',
      PLAYWRIGHT_JSON_OUTPUT_NAME: path.posix.join(workDirectory, reportName),
    },
    installMs: installLimitMs,
    proxyUrl: doorUrl,
    chromium: runtime.chromium,
  }
}

async function reportOf({ directory, workDirectory }: SandboxedProcess): Promise<SuiteReport | null> {
  try {
    const file = await open(
      path.join(directory, reportName),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const { size, isFile } = await file.stat().then((status) => ({ size: status.size, isFile: status.isFile() }))
      return isFile && size <= maxReportBytes ? readReport(await file.readFile('utf8'), workDirectory) : null
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
