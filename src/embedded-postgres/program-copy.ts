import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import { isReachable } from './file-access.ts'
import { addLibraryLinks } from './library-links.ts'
import { hasEnded, readProcessOwner, thisProcess } from './process-owner.ts'
import type { ServerAccount } from './server-account.ts'
import { isPlainPath } from './server-paths.ts'

export interface ProgramSource {
  /** The directory `native` of the package. */
  readonly native: string
  readonly version: string
}

/** A copy of PostgreSQL's programs that belongs to this process. */
export interface ProgramCopy {
  readonly native: string
  /** Copies again when files are missing, as where old files of `/tmp` are cleaned up. */
  restore(): Promise<void>
  remove(): Promise<void>
}

const namePrefix = 'belfry-postgres-'
const ownerFile = 'owner.json'
const contentFile = 'content.json'

/** Directories for a copy, best first: beside the data, where no cleaner deletes files, and last the world-writable ones. */
export const copyDirectories = (layout: ClusterLayout): string[] => [
  ...new Set([layout.root, '/var/cache', '/var/lib', tmpdir(), '/tmp', '/var/tmp', '/dev/shm']),
]

/** Why the account cannot run a copy in that directory, by the modes of its path; undefined when it can. */
export async function problemOfDirectory(parentDirectory: string, account: ServerAccount): Promise<string | undefined> {
  if (!isPlainPath(parentDirectory)) return 'has characters in its name that a shell would interpret'
  if (!(await isReachable(parentDirectory, account))) return `is closed to uid ${account.uid}`
  return undefined
}

/**
 * Copies the programs of that version into a new directory in `parentDirectory`, readable by every user and writable by this one. No other
 * user can have prepared it, and two installations never share one. A copy of a process that has ended is taken over
 * when it is complete, and removed otherwise. Its owner is recorded with the data directory that it is for.
 */
export async function copyProgram(
  source: ProgramSource,
  parentDirectory: string,
  dataDir: string,
): Promise<ProgramCopy> {
  const taken = await takeAbandonedCopy(source, parentDirectory)
  const directory = taken ?? (await mkdtemp(path.join(parentDirectory, namePrefix)))
  const native = path.join(directory, 'native')
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  const restore = async (): Promise<void> => {
    if (!(await isComplete(source, directory))) await fill(source, directory)
  }
  try {
    await writeFile(path.join(directory, ownerFile), JSON.stringify({ ...thisProcess(), dataDir }))
    await restore()
    return { native, restore, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function fill({ native, version }: ProgramSource, directory: string): Promise<void> {
  const copy = path.join(directory, 'native')
  await rm(copy, { recursive: true, force: true })
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await openForReading(directory)
  await addLibraryLinks(copy)
  await writeFile(path.join(directory, contentFile), JSON.stringify({ version, files: await countFiles(copy) }))
}

/** Whether the copy is finished, of this version, and still has all files. */
async function isComplete({ version }: ProgramSource, directory: string): Promise<boolean> {
  const content = await readFile(path.join(directory, contentFile), 'utf8').catch(() => '')
  return content === JSON.stringify({ version, files: await countFiles(path.join(directory, 'native')) })
}

const countFiles = (directory: string): Promise<number> =>
  readdir(directory, { recursive: true }).then(
    (names) => names.length,
    () => 0,
  )

/** A restrictive umask at installation must not keep the server's account out of the copy. */
async function openForReading(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    const { mode } = await lstat(file)
    const open = entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644
    if ((mode & 0o777) !== open) await chmod(file, open)
  }
}

/** Takes over the first complete copy that a killed process left, and removes the others. */
async function takeAbandonedCopy(source: ProgramSource, parentDirectory: string): Promise<string | undefined> {
  let taken: string | undefined
  for (const abandoned of await findAbandonedCopies(parentDirectory)) {
    const name = path.join(parentDirectory, `${namePrefix}${randomUUID().replaceAll('-', '')}`)
    // Renaming it decides between two starts that want the same one.
    if ((await rename(abandoned, name).catch(() => 'taken')) === 'taken') continue
    if (taken === undefined && (await isComplete(source, name))) taken = name
    else await rm(name, { recursive: true, force: true })
  }
  return taken
}

/** Skips the directories of other users. */
async function findAbandonedCopies(parentDirectory: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(parentDirectory)) {
    if (!name.startsWith(namePrefix)) continue
    const directory = path.join(parentDirectory, name)
    const entry = await lstat(directory).catch(() => undefined)
    if (entry?.uid !== process.geteuid?.() || !entry?.isDirectory()) continue
    const owner = await readProcessOwner(path.join(directory, ownerFile))
    if (owner !== undefined && hasEnded(owner)) found.push(directory)
  }
  return found
}
