import { constants } from 'node:os'
import type { RunDirectory } from './run-directory.ts'

const parentCheckMs = 1_000
let interrupted = false

/** Whether the run is being ended before its end: what happens from then on says nothing about the tests. */
export const isInterrupted = (): boolean => interrupted

/** Ends the run with all its processes at SIGINT, SIGTERM and SIGHUP, and when npm, which started it, is killed. */
export function endWhenInterrupted(run: RunDirectory): void {
  const end = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void => {
    if (interrupted) return
    interrupted = true
    process.stdout.write(`\nInterrupted by ${signal}: ending what runs and removing ${run.path}.\n`)
    void run.close().then(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  const parent = process.ppid
  const watchParent = (): void => {
    if (process.ppid !== parent) end('SIGHUP')
  }
  if (process.env['npm_lifecycle_event'] !== undefined) setInterval(watchParent, parentCheckMs).unref()
}
