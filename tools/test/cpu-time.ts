import { readFileSync } from 'node:fs'

/** The unit in which the system counts, whatever the kernel does inside (proc_pid_stat(5)). */
const ticksPerSecond = 100

/** What a process has used; `children` is of those that have ended and were waited for. In seconds. */
export interface CpuTime {
  readonly pid: number
  readonly parent: number
  readonly own: number
  readonly children: number
}

/** Throws when the process has ended, or where there is no `/proc`. */
export function cpuTimeOf(pid: number | 'self'): CpuTime {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (index: number): number => Number(fields[index]) / ticksPerSecond
  const [, parent] = fields
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    own: seconds(11) + seconds(12),
    children: seconds(13) + seconds(14),
  }
}

/** Of this process and of its children that have ended; 0 for the latter where there is no `/proc`. In seconds. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + childSeconds()
}

function childSeconds(): number {
  try {
    return cpuTimeOf('self').children
  } catch {
    return 0
  }
}

let counted = childSeconds()

/** Call it when a child has ended: what it used. Two that end at the same moment are counted as one. */
export function secondsOfEndedChild(): number {
  const before = counted
  counted = childSeconds()
  return counted - before
}
