import path from 'node:path'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { InstalledTool } from '../runtimes/installed-tools.ts'
import type { SandboxedProcess } from '../sandbox.ts'
import type { SuiteJob } from './messages.ts'
import type { SuiteOrder } from './run-suite.ts'
import type { PreparedEngine } from './suite-engine.ts'
import { installLimitMs, testLimitMs } from './suite-limits.ts'

/** The JSON report of Playwright, in the work directory. */
export const reportName = 'report.json'
/** The certificates of the operator, in the work directory. */
export const authoritiesName = 'authorities.pem'
const problemName = 'problem.txt'
const userAgentSuffix = 'Belfry/1.0'

interface JobParts {
  readonly runtime: InstalledRuntime
  readonly engine: PreparedEngine
  readonly installed: readonly InstalledTool[]
  readonly started: SandboxedProcess
  /** Epoch milliseconds. */
  readonly now: number
}

/** The job for the process of a suite. */
export function jobOf(order: SuiteOrder, { runtime, engine, installed, started, now }: JobParts): SuiteJob {
  const { bundle, npm, workingDirectory, installCommand, testCommand, environment, projects, tags } = order
  const inside = (name: string): string => path.posix.join(started.workDirectory, name)
  return {
    bundle,
    npm,
    workingDirectory,
    installCommand,
    testCommand,
    sentAt: now,
    environment,
    tar: path.join(npm, 'node_modules/tar'),
    engine: { kind: engine.kind, program: engine.program },
    tools: Object.fromEntries(installed.map(({ id, directory, program }) => [id, { directory, program }])),
    installMs: order.limits?.installMs ?? installLimitMs,
    testMs: order.limits?.testMs ?? testLimitMs,
    usesCache: Boolean(order.cache),
    proxyUrl: started.doorUrl,
    authorities: order.authorities ? inside(authoritiesName) : null,
    chromium: runtime.chromium,
    run: {
      projects,
      tags,
      problemName,
      userAgentSuffix,
      runtime: runtime.directory,
      report: inside(reportName),
      // Nothing here encodes what Playwright films.
      hasVideo: false,
    },
  }
}
