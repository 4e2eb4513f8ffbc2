import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the directory to the tests of a run that somebody else made and removes. */
export const runDirectoryVariable = 'BELFRY_TEST_DIR'

export interface RunDirectory {
  readonly path: string
  /** Ends what still runs, this process aside, and removes the directory. */
  readonly close: () => Promise<void>
}

/**
 * Makes the directory of a run, in which everything lies that the run makes: it is the `TMPDIR` of its processes. When
 * the run ends without closing it, a separate process does so.
 */
export function openRunDirectory(): RunDirectory {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'belfry-run-'))
  // As `/tmp`: services start programs as other users.
  chmodSync(path, 0o1777)
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'cleaner.ts'), path, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  cleaner.unref()
  process.env['TMPDIR'] = path
  process.env[runDirectoryVariable] = path
  const close = async (): Promise<void> => {
    const ended = once(cleaner, 'exit')
    cleaner.ref()
    cleaner.stdin.end()
    await ended
  }
  let closing: Promise<void> | undefined
  return { path, close: () => (closing ??= close()) }
}
