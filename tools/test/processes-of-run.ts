import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'
import { memoryDirectoryOf } from './run-directory.ts'

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  /** Its short name, as in `ps -o comm`. */
  readonly program: string
}

/**
 * The processes of a run: those that got its directory as `TMPDIR`, those that work in it, and all that these started,
 * also in separate sessions. Needs `/proc`; elsewhere there are none.
 */
export function processesOfRun(directory: string, excepted: readonly number[] = []): RunningProcess[] {
  const all = readProcesses().filter(({ pid }) => pid !== process.pid && !excepted.includes(pid))
  const found = new Set(all.filter(({ pid }) => belongs(pid, directory)).map(({ pid }) => pid))
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

function readProcesses(): RunningProcess[] {
  return readOr(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readOr(() => readProcess(Number(name)), []))
}

/** None for a process that has ended and is not waited for yet. */
function readProcess(pid: number): RunningProcess[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  const [state = 'X', parent] = text.slice(end + 2).split(' ')
  if ('ZX'.includes(state)) return []
  return [{ pid, parent: Number(parent), program: text.slice(text.indexOf('(') + 1, end) }]
}

function belongs(pid: number, directory: string): boolean {
  const variables = readOr(() => readFileSync(`/proc/${pid}/environ`, 'utf8'), '').split('\0')
  if (variables.includes(`TMPDIR=${directory}`)) return true
  const place = readOr(() => readlinkSync(`/proc/${pid}/cwd`), '')
  return [directory, memoryDirectoryOf(directory)].some((own) => place === own || place.startsWith(own + sep))
}

/** A process may end while it is looked at, and others may belong to somebody else. */
function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
