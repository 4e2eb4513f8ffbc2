import { readFileSync } from 'node:fs'

export interface ProcessState {
  /** Stopped by a signal or a debugger. */
  readonly isStopped: boolean
  /** Processor time it has used, in milliseconds. */
  readonly processorMs: number
}

const ticksPerSecond = 100

/** The state of a process of this machine, from proc(5). Null on systems without /proc, and without such a process. */
export function processState(pid: number): ProcessState | null {
  const line = readLine(pid)
  // The name before may contain anything.
  const [state = '', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const processorMs = ((Number(fields[10]) + Number(fields[11])) * 1000) / ticksPerSecond
  return Number.isNaN(processorMs) ? null : { isStopped: state === 'T' || state === 't', processorMs }
}

function readLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
