import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const ticksPerSecond = 100
const kilobyte = 1024

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  /** Its own, in seconds. */
  readonly own: number
  /** Of children that ended. */
  readonly reaped: number
}

/** Fields of proc(5) `stat`, counted from the state, which follows the name in brackets. */
function timesOf(pid: number): ProcessTimes | null {
  const text = readOrEmpty(`/proc/${pid}/stat`)
  if (text === '') return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (at: number): number => Number(fields[at] ?? 0) / ticksPerSecond
  return { pid, parent: Number(fields[1] ?? 0), own: seconds(11) + seconds(12), reaped: seconds(13) + seconds(14) }
}

/** The live processes below a process, without itself. */
export function descendantsOf(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times !== null)
  const found = new Set([root])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const times of all) if (found.has(times.parent)) found.add(times.pid)
  }
  found.delete(root)
  return [...found]
}

/** Whether a process is one of the database. */
export const isPostgres = (pid: number): boolean => readOrEmpty(`/proc/${pid}/cmdline`).includes('postgres')

/** CPU seconds of one process without its children, threads included. */
export const cpuSecondsOf = (pid: number): number => timesOf(pid)?.own ?? 0

/** CPU seconds of several processes and of their children that ended meanwhile. */
export const cpuSecondsOfTree = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const times = timesOf(pid)
    return sum + (times ? times.own + times.reaped : 0)
  }, 0)

/** Busy CPU seconds of the whole machine since its start. */
export function busySeconds(): number {
  const fields = (readOrEmpty('/proc/stat').split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = fields
  return (user + nice + system + irq + softIrq) / ticksPerSecond
}

/**
 * Megabytes in memory: `rss` counts shared pages in full, `pss` its share of them, `anonymous` that of pages without a
 * file (smaps_rollup of proc(5)).
 */
export function memoryOf(pids: readonly number[]): {
  readonly rss: number
  readonly pss: number
  readonly anonymous: number
} {
  const total = { rss: 0, pss: 0, anonymous: 0 }
  for (const pid of pids) {
    const text = readOrEmpty(`/proc/${pid}/smaps_rollup`)
    total.rss += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / kilobyte
    total.pss += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / kilobyte
    total.anonymous += Number(/^Pss_Anon:\s+(\d+)/m.exec(text)?.[1] ?? 0) / kilobyte
  }
  return total
}

/** The machine of the measurements. */
export function describeMachine(): string {
  const model = /^model name\s*:\s*(.*)$/m.exec(readOrEmpty('/proc/cpuinfo'))?.[1] ?? process.arch
  const system = /^PRETTY_NAME="(.*)"$/m.exec(readOrEmpty('/etc/os-release'))?.[1] ?? process.platform
  const gibibytes = Math.round(totalmem() / kilobyte ** 3)
  return `${availableParallelism()} cores (${model}), ${gibibytes} GiB, ${system}, Node ${process.versions.node}`
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
