import { readFileSync, readdirSync, statSync } from 'node:fs'

/** What one process used so far. */
export interface ProcessUse {
  readonly pid: number
  /** Its own time and that of the children it has waited for. */
  readonly cpuTicks: number
  /** Memory that belongs to no file: of its own, or shared between processes. */
  readonly memoryBytes: number
  readonly threads: number
}

export const ticksPerSecond = 100

/**
 * The processes below `root`, itself included, parents first. Namespaces hide none of them, and inside a process
 * namespace nothing leaves the tree: orphans go to its first process.
 */
export function processTree(root: number): number[] {
  const found = [root]
  const seen = new Set(found)
  for (const pid of found)
    for (const child of childrenOf(pid))
      if (!seen.has(child)) {
        seen.add(child)
        found.push(child)
      }
  return found.filter((pid) => existsAsProcess(pid))
}

/** How many threads the user of this process has on this machine. */
export function tasksOfUser(): number {
  const uid = process.getuid?.()
  return list('/proc')
    .filter((name) => /^\d+$/.test(name) && ownerOf(`/proc/${name}`) === uid)
    .reduce((sum, pid) => sum + list(`/proc/${pid}/task`).length, 0)
}

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

const existsAsProcess = (pid: number): boolean => readText(`/proc/${pid}/stat`) !== ''

/** Each thread has its own list of children. */
const childrenOf = (pid: number): number[] =>
  list(`/proc/${pid}/task`).flatMap((thread) => numbersIn(readText(`/proc/${pid}/task/${thread}/children`)))

const numbersIn = (text: string): number[] => text.split(' ').filter(Boolean).map(Number)

/** What a process uses, or null when it has ended. Zombies use nothing, but count as processes. */
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
