import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { findTool } from './system-tools.ts'

/** The exit code of a program that did not get the lock. */
export const lockConflictExitCode = 175

/** The backends of a server that died take a moment to notice. */
const lockWaitSeconds = 5

/**
 * The prefix of a command that runs only while it holds the lock. The command inherits the lock, so a server
 * and all of its backends hold it to their end, also in another container. Empty where `flock` is not installed.
 */
export function lockPrefix(lockFile: string): string[] {
  const flock = findTool('flock')
  if (flock === undefined) return []
  const timeout = ['--timeout', String(lockWaitSeconds), '--conflict-exit-code', String(lockConflictExitCode)]
  return [flock, '--no-fork', ...timeout, lockFile]
}

/** Waits a few seconds for the lock and rejects with `DATA_DIRECTORY_IN_USE` when another process keeps it. */
export async function ensureUnlocked(layout: ClusterLayout): Promise<void> {
  const [command, ...args] = lockPrefix(layout.lockFile)
  if (command === undefined) return
  await writeFile(layout.lockFile, '', { flag: 'a', mode: 0o644 })
  const child = spawn(command, [...args, '/bin/true'], { stdio: 'ignore', env: {} })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  if (code === lockConflictExitCode) throw lockedElsewhere(layout.dataDir)
}

export const lockedElsewhere = (dataDir: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'DATA_DIRECTORY_IN_USE',
    `The data directory ${dataDir} is in use by a PostgreSQL server that is not visible from here, perhaps in another ` +
      'container. Stop it first, or give this process another data directory (BELFRY_DATA_DIR).',
  )
