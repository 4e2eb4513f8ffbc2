import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstallableRuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'
import { RuntimeProblem } from './runtime-problem.ts'

/** The source of a runtime: a package.json and its lock file. */
export interface RuntimeSource {
  readonly id: InstallableRuntimeId
  readonly directory: string
  /** Of the installation: it changes with the lock file, so that another version never meets a different content. */
  readonly name: string
  /** Paths of the packages for this platform, `node_modules/axios`. */
  readonly packages: readonly string[]
}

/** To be raised when the same lock file is to be installed differently. */
const layout = 1

export const lockedSources = fileURLToPath(new URL('../../../runtimes/', import.meta.url))

/** Reads the lock file of a runtime. Throws a `RuntimeProblem` when it is not there. */
export const readSource = (id: InstallableRuntimeId, directory = path.join(lockedSources, id)): RuntimeSource => ({
  id,
  ...readLockedSource(id, directory),
})

/** The source of an installation, with its name, from the lock file in a directory. Throws a `RuntimeProblem` when the file is missing. */
export function readLockedSource(id: string, directory: string): Omit<RuntimeSource, 'id'> {
  const file = path.join(directory, 'package-lock.json')
  const text = readLock(file)
  const platform = `${process.platform}-${process.arch}`
  const hash = createHash('sha256').update(`${layout} ${platform} ${text}`).digest('hex').slice(0, 12)
  return { directory, name: `${id}-${hash}`, packages: packagesOf(text) }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new RuntimeProblem('LOCK_FILE_MISSING', writeReason('LOCK_FILE_UNREADABLE', { path: file }))
  }
}

interface LockRow {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

const packagesOf = (text: string): string[] =>
  Object.entries(lockRows(text))
    .filter(([place, row]) => place !== '' && fitsPlatform(row))
    .map(([place]) => place)

/** Lock files of this repository are written by npm and have this shape. */
const lockRows = (text: string): Record<string, LockRow> =>
  (JSON.parse(text) as { packages: Record<string, LockRow> }).packages

const fitsPlatform = ({ os, cpu, libc }: LockRow): boolean =>
  (os ?? [process.platform]).includes(process.platform) &&
  (cpu ?? [process.arch]).includes(process.arch) &&
  !(libc?.includes('musl') ?? false)
