import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import { isReachable } from './file-access.ts'
import { addLibraryLinks } from './library-links.ts'
import { isGone, readProcessOwner, thisProcess } from './process-owner.ts'
import type { ServerAccount } from './server-account.ts'
import { isPlainPath } from './server-paths.ts'

/** A copy of PostgreSQL's programs that belongs to this process. */
export interface ProgramCopy {
  readonly native: string
  /** Copies again when files are missing, as where old files of `/tmp` are tidied up. */
  restore(): Promise<void>
  remove(): Promise<void>
}

const namePrefix = 'belfry-postgres-'
const ownerFile = 'owner.json'

/** Where a copy may go, best first: beside the data, where nobody tidies up, and at last where everybody may write. */
export const placesForPrograms = (layout: ClusterLayout): string[] => [
  ...new Set([layout.root, '/var/cache', '/var/lib', tmpdir(), '/tmp', '/var/tmp', '/dev/shm']),
]

/** Why the account cannot run a copy in that place, as far as its path tells. */
export async function problemOfPlace(place: string, account: ServerAccount): Promise<string | undefined> {
  if (!isPlainPath(place)) return 'has characters in its name that a shell would interpret'
  if (!(await isReachable(place, account))) return `is closed to uid ${account.uid}`
  return undefined
}

/**
 * Copies the programs into a new directory in `place`, readable by everybody and writable by us. Nobody else can have
 * prepared that directory, and two installations never share one. Copies of processes that are gone are removed.
 */
export async function copyProgram(native: string, place: string): Promise<ProgramCopy> {
  await removeAbandonedCopies(place)
  const directory = await mkdtemp(path.join(place, namePrefix))
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  try {
    await writeFile(path.join(directory, ownerFile), JSON.stringify(thisProcess()))
    const copy = path.join(directory, 'native')
    await fill(native, copy)
    const files = await countFiles(copy)
    const restore = async (): Promise<void> => {
      if ((await countFiles(copy)) === files) return
      await rm(copy, { recursive: true, force: true })
      await fill(native, copy)
    }
    return { native: copy, restore, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function fill(native: string, copy: string): Promise<void> {
  await cp(native, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  await openForReading(path.dirname(copy))
  await addLibraryLinks(copy)
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
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    if (entry.isFile()) await chmod(file, (await lstat(file)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** What a process that was killed left behind. Directories of other users are none of our business. */
async function removeAbandonedCopies(place: string): Promise<void> {
  const copies = (await readdir(place)).filter((name) => name.startsWith(namePrefix))
  for (const directory of copies.map((name) => path.join(place, name))) {
    // Another start may be removing the same one.
    const found = await lstat(directory).catch(() => undefined)
    if (found?.uid !== process.geteuid?.() || !found?.isDirectory()) continue
    const owner = await readProcessOwner(path.join(directory, ownerFile))
    if (owner !== undefined && isGone(owner)) await rm(directory, { recursive: true, force: true })
  }
}
