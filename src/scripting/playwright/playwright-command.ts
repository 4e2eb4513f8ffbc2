import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'

const child = fileURLToPath(new URL('./child', import.meta.url))
const globals = fileURLToPath(new URL('../globals', import.meta.url))

/** How to start a process that runs one job of Playwright; the parts of a command of the sandbox that do not depend on the run. */
export interface PlaywrightCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly readable: readonly string[]
}

/** Where the code of the test runner is that was compiled when the runtime was installed, if it was, and at this very path. */
export const compiledCode = ({ directory }: InstalledRuntime): string =>
  path.join(directory, `compiled-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`)

/**
 * A process of `runtime` that loads the test runner and its worker, sends `{ ready: true }` and waits for its one job. Its
 * working directory is empty, writable and its own, also as HOME and TMPDIR. `encoder` is the program that records videos.
 */
export const playwrightCommand = (
  runtime: InstalledRuntime,
  { workDirectory, encoder }: { readonly workDirectory: string; readonly encoder: string | null },
): PlaywrightCommand => ({
  program: runtime.node,
  args: [
    '--require',
    path.join(child, 'compiled-code.cjs'),
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    path.join(child, 'main.ts'),
    runtime.directory,
    ...(encoder === null ? [] : [encoder]),
  ],
  environment: {
    HOME: workDirectory,
    TMPDIR: workDirectory,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    BELFRY_COMPILED_CODE: compiledCode(runtime),
  },
  readable: [runtime.directory, child, globals, ...(encoder === null ? [] : [encoder])],
})
