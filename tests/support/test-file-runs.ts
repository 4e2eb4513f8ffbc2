import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chmodSync } from 'node:fs'
import { createEgress } from '#egress'
import { silentLog, systemClock } from '#kernel'
import { createSandbox, PlaywrightRuns } from '#scripting'
import type { OwnEndpoint } from '#scripting'
import { testRuntimes } from './test-runtimes.ts'

export interface TestFileRuns extends AsyncDisposable {
  readonly playwright: PlaywrightRuns
  /** The directory of the runs, which is empty when none is under way. */
  readonly directory: string
}

/** Runs of test files behind the wall of this machine, with the real runtimes. */
export async function startTestFileRuns(
  ownEndpoints: readonly OwnEndpoint[] = [],
  encoder: string | null = null,
): Promise<TestFileRuns> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-runs-'))
  // Runs have users of their own.
  chmodSync(directory, 0o711)
  const sandbox = await createSandbox({ directory, hidden: [], ownEndpoints: () => ownEndpoints })
  const playwright = new PlaywrightRuns({
    runtimes: testRuntimes(),
    sandbox: () => Promise.resolve(sandbox),
    egress: createEgress({ allowPrivateTargets: true }),
    clock: systemClock,
    log: silentLog,
    encoder,
  })
  return {
    playwright,
    directory,
    async [Symbol.asyncDispose]() {
      await playwright.close()
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
