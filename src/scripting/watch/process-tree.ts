import { readFileSync, readdirSync, statSync } from 'node:fs'

/** The resources that one process has used so far. */
export interface ProcessUse {
  readonly pid: number
  /** Its own time and that of the children it has waited for. */
  readonly cpuTicks: number
  /** Memory that belongs to no file: private, or shared between processes. */
  readonly memoryBytes: number
  readonly threads: number
}

export const ticksPerSecond = 100

/**
 * The processes below `root`, itself included, parents first; no more than `atMost`. Namespaces hide none of them, and
 * inside a process namespace nothing leaves the tree: orphans go to its first process.
 */
export function processTree(root: number, atMost = Number.POSITIVE_INFINITY): number[] {
  const found = [root]
  const seen = new Set(found)
  for (const pid of found) {
    for (const child of childrenOf(pid))
      if (!seen.has(child)) {
        seen.add(child)
        found.push(child)
      }
    if (found.length > atMost) break
  }
  return found.filter((pid) => hasProcess(pid))
}

const wallDepth = 4

/** The first process of the process namespace that was made below `root`, or null. */
export function firstInside(root: number): number | null {
  let level = [root]
  for (let depth = 0; depth < wallDepth && level.length > 0; depth += 1) {
    const found = level.find((pid) => /^NSpid:(?:\t\d+)+\t1$/m.test(readText(`/proc/${pid}/status`)))
    if (found !== undefined && found !== root) return found
    level = level.flatMap((pid) => childrenOf(pid))
  }
  return null
}

/** The number of processes in the process namespace of its first process; null where it cannot be read. */
export function countInside(first: number): number | null {
  const names = list(`/proc/${first}/root/proc`)
  return names.length === 0 ? null : names.filter((name) => /^\d+$/.test(name)).length
}

/** How many threads the user of this process has on this machine. */
export function tasksOfUser(): number {
  const uid = process.getuid?.()
  return list('/proc')
    .filter((name) => /^\d+$/.test(name) && ownerOf(`/proc/${name}`) === uid)
    .reduce((sum, pid) => sum + list(`/proc/${pid}/task`).length, 0)
}

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

/** Whether such a process exists, including one that has ended but was not waited for. */
export const hasProcess = (pid: number): boolean => readText(`/proc/${pid}/stat`) !== ''

/** Whether there is such a process that has not ended. */
export function isAlive(pid: number): boolean {
  const stat = readText(`/proc/${pid}/stat`)
  return stat !== '' && stat[stat.lastIndexOf(')') + 2] !== 'Z'
}

/** The ids of the threads of a process; none when it has ended. */
export const threadsOf = (pid: number): number[] => list(`/proc/${pid}/task`).map(Number)

/** Each thread has its own list of children. */
const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) => numbersIn(readText(`/proc/${pid}/task/${thread}/children`)))

const numbersIn = (text: string): number[] => text.split(' ').filter(Boolean).map(Number)

/** The resource use of a process, or null when it has ended. Zombies use nothing, but count as processes. */
export function useOf(pid: number): ProcessUse | null {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === '') return null
  // The name may contain anything, parentheses included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpuTicks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  const status = readText(`/proc/${pid}/status`)
  const memoryBytes = 1024 * (kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem'))
  return { pid, cpuTicks, memoryBytes, threads: Number(fields[17] ?? 1) }
}

/** The share of a process in what it uses: pages used by several are divided among them. Null if it may not be read. */
export function proportionalMemory(pid: number): number | null {
  const text = readText(`/proc/${pid}/smaps_rollup`)
  return text === '' ? null : 1024 * (kilobytes(text, 'Pss_Anon') + kilobytes(text, 'Pss_Shmem'))
}

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
