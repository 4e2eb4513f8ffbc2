import { setPriority } from 'node:os'
import type { Observation, RunTask } from '#contract'
import { judge, readBody } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'

// The program of an evaluation process: the same functions as on the runner's thread, without blocking it.

export type Judgement = { readonly conclusion: Conclusion } | { readonly broken: string }
/** For each run `begun` is sent first, then the result. */
export type JudgeMessage = 'begun' | Judgement

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
  tell('begun')
  tell(judgeRun(...asRun(message)))
})

function tell(message: JudgeMessage): void {
  if (process.connected) process.send?.(message)
}

function judgeRun(task: RunTask, observation: Observation): Judgement {
  try {
    const read = readBody(observation)
    return { conclusion: concludeRun(task, read, judge(task, read)) }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

/** The message of the runner. */
const asRun = (message: unknown): [RunTask, Observation] => message as [RunTask, Observation]
