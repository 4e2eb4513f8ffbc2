import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chmodSync } from 'node:fs'
import { createEgress } from '#egress'
import { dayMs, minuteMs, SystemClock, silentLog } from '#kernel'
import type { Clock, Timer } from '#kernel'
import { AgentSessions, createSandbox, PlaywrightRuns } from '#scripting'
import type { OwnEndpoint } from '#scripting'
import { testRuntimes } from './test-runtimes.ts'

const foreverMs = 20 * dayMs

/** Runs end when they are done: a slow machine meets no limit but those that a test makes short. */
class UnhurriedClock extends SystemClock {
  override after(ms: number, act: () => void): Timer {
    return super.after(ms < minuteMs ? ms : foreverMs, act)
  }

  override limitForProcess(ms: number): number {
    return ms < minuteMs ? ms : 0
  }
}

const clock = new UnhurriedClock()

export interface TestFileRuns extends AsyncDisposable {
  /** For the probes that order runs. */
  readonly clock: Clock
  readonly playwright: PlaywrightRuns
  readonly agentSessions: AgentSessions
  /** The directory of the runs, which is empty when none is under way. */
  readonly directory: string
}

export interface TestFileRunsOptions {
  readonly ownEndpoints?: readonly OwnEndpoint[]
  /** Default: no videos. */
  readonly encoder?: string | null
  /** Processes that wait for a run. Default: none, because each costs seconds of processor time, the last one for nothing. */
  readonly waiting?: number
}

/** Runs of test files behind the wall of this machine, with the real runtimes. */
export async function startTestFileRuns({
  ownEndpoints = [],
  encoder = null,
  waiting = 0,
}: TestFileRunsOptions = {}): Promise<TestFileRuns> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-runs-'))
  // Runs have separate users.
  chmodSync(directory, 0o711)
  const sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => ownEndpoints })
  const parts = {
    runtimes: testRuntimes(),
    sandbox: () => Promise.resolve(sandbox),
    egress: createEgress({ allowPrivateTargets: true }, clock),
    clock,
  }
  const playwright = new PlaywrightRuns({ ...parts, log: silentLog, encoder, waiting })
  return {
    clock,
    agentSessions: new AgentSessions(parts),
    playwright,
    directory,
    async [Symbol.asyncDispose]() {
      await playwright.close()
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
