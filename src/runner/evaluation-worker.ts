import { setPriority } from 'node:os'
import type { Observation, RunTask } from '#contract'
import { evaluateRun, readBody } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'

// The program of an evaluation process: the same functions as on the runner's thread, without blocking it.

export type Evaluated = { readonly conclusion: Conclusion } | { readonly broken: string }
/** For each run `begun` is sent first, then the result. */
export type WorkerMessage = 'begun' | Evaluated

/** Lower priority than the service and its database, which must not be delayed. */
const niceness = 5

try {
  setPriority(niceness)
} catch {
  // Some sandboxes forbid it. Evaluation continues at the priority of the service.
}
// The service has ended.
process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  sendMessage('begun')
  sendMessage(concludeInWorker(...asRun(message)))
})

function sendMessage(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}

function concludeInWorker(task: RunTask, observation: Observation): Evaluated {
  try {
    const read = readBody(observation)
    return { conclusion: concludeRun(task, read, evaluateRun(task, read)) }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

/** The message of the runner. */
const asRun = (message: unknown): [RunTask, Observation] => message as [RunTask, Observation]
