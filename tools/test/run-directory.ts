import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

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

const memory = '/dev/shm'
/** What the database of a run needs at most, several times over. */
const memoryNeeded = 2 * 2 ** 30

/** Where the files of a run are that it keeps in memory, if there are any. */
export const memoryDirectoryOf = (runDirectory: string): string => join(memory, basename(runDirectory))

/**
 * The place for files of a run that are made and removed all the time: in memory where the machine has a file system there
 * with enough room, which containers often have not, otherwise the directory of the run.
 */
export function fastDirectoryOf(runDirectory: string): string {
  const path = memoryDirectoryOf(runDirectory)
  if (existsSync(path)) return path
  if (!existsSync(memory)) return runDirectory
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < memoryNeeded) return runDirectory
  mkdirSync(path)
  chmodSync(path, 0o1777)
  return path
}
