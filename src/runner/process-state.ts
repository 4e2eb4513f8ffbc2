import { readFileSync } from 'node:fs'

export interface ProcessState {
  /** Stopped by a signal or a debugger. */
  readonly isStopped: boolean
  /** Processor time it has used, in milliseconds. */
  readonly processorMs: number
}

const ticksPerSecond = 100

/** How a process of this machine does (proc(5)). Null on systems that do not tell, and when there is no such process. */
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
