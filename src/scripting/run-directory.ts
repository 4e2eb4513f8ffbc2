import { execFile } from 'node:child_process'
import { constants, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { newId } from './new-id.ts'
import { SandboxProblem } from './sandbox.ts'

/** The directories of one run on the host, removed with it. */
export interface RunDirectory {
  readonly base: string
  readonly work: string
  readonly temporary: string
  /** Sockets of the door. */
  readonly door: string
  /** `passwd` and `group`, which name the user of the command. */
  readonly accounts: string
  /** An empty directory on which the root of the command is built. */
  readonly root: string
}

const traversable = 0o711
const own = 0o700

/** Creates the directories of a run below `parent`; with `uid` those that the command may write belong to it. */
export async function makeRunDirectory(parent: string, uid: number | null): Promise<RunDirectory> {
  const base = join(parent, newId())
  const run = {
    base,
    work: join(base, 'work'),
    temporary: join(base, 'tmp'),
    door: join(base, 'door'),
    accounts: join(base, 'accounts'),
    root: join(base, 'root'),
  }
  await makeDirectory(parent, traversable)
  await makeDirectory(base, traversable)
  for (const [path, mode] of [
    [run.work, own],
    [run.temporary, own],
    [run.door, traversable],
    [run.accounts, traversable],
    [run.root, traversable],
  ] as const)
    await makeDirectory(path, mode)
  if (uid !== null) for (const path of [run.work, run.temporary]) await chown(path, uid, uid)
  await writeAccounts(run.accounts, uid ?? mappedUid)
  return run
}

/** The user of a command in a user namespace, when the service does not run as root. */
export const mappedUid = 1000

async function writeAccounts(directory: string, uid: number): Promise<void> {
  const files = {
    passwd: [
      'root:x:0:0:root:/root:/usr/sbin/nologin',
      `script:x:${uid}:${uid}:script:/work:/bin/sh`,
      'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
    ],
    group: ['root:x:0:', `script:x:${uid}:`, 'nogroup:x:65534:'],
  }
  for (const [name, lines] of Object.entries(files)) {
    const file = join(directory, name)
    await writeFile(file, `${lines.join('\n')}\n`)
    await chmod(file, 0o644)
  }
}

/** The mode is set, whatever the umask. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}

/** Writes files into the work directory of a run that has not started. Rejects paths that lead out of it. */
export async function writeRunFiles(
  work: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  uid: number | null,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = normalize(name)
    if (isAbsolute(path) || path.startsWith('..') || path === '.' || path.includes('\0'))
      throw new SandboxProblem(`"${name}" is no path inside the work directory.`)
    await makeParents(work, dirname(path), uid)
    const file = await open(join(work, path), constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o644)
    try {
      await file.writeFile(content)
      if (uid !== null) await file.chown(uid, uid)
    } finally {
      await file.close()
    }
  }
}

async function makeParents(work: string, path: string, uid: number | null): Promise<void> {
  if (path === '.') return
  await makeParents(work, dirname(path), uid)
  await mkdir(join(work, path), { recursive: true })
  if (uid !== null) await chown(join(work, path), uid, uid)
}

const removal = { recursive: true, force: true, maxRetries: 3 } as const

/** Removes the directory of a run, whatever user code did to it. All processes of the run must have ended. */
export async function removeRunDirectory(base: string): Promise<void> {
  const problem = await rm(base, removal).catch((error: unknown) => error)
  if (problem === undefined) return
  await openUp(base)
  if (await rm(base, removal).then(() => true, isTooLong)) return
  // Paths of Node are limited in length, and scripts can go deeper step by step. This program goes step by step as well.
  await promisify(execFile)('/bin/rm', ['-rf', '--', base])
}

/** Whether a path was too long for the kernel; rejects with any other reason. */
function isTooLong(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG') return false
  throw error
}

/** User code may have closed directories to their owner. The removal reports those that cannot be opened. */
async function openUp(path: string): Promise<void> {
  const isOpen = await chmod(path, own).then(
    () => true,
    () => false,
  )
  const entries = isOpen ? await readdir(path, { withFileTypes: true }).catch(() => []) : []
  for (const entry of entries) if (entry.isDirectory()) await openUp(join(path, entry.name))
}

/** The folder in `directory` for the runs of this process, named so that a later one knows whether it still runs. */
export const folderOfProcess = (directory: string): string =>
  join(directory, `${process.pid}-${startOf(process.pid) ?? 0}`)

/** Removes what processes that have ended left in `directory`. */
export async function sweepRunDirectories(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const [pid, start] = basename(name).split('-')
    if (!/^\d+-\d+$/.test(name) || startOf(Number(pid)) === start) continue
    await removeRunDirectory(join(directory, name))
  }
}

/** When a process started, in ticks since the start of the machine; null when it has ended. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
