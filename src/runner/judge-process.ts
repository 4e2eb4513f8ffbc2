import { setPriority } from 'node:os'
import type { Observation, RunTask } from '#contract'
import { judge, readBody } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'

// The program of a judging process: the same functions as on the runner's thread, where they may take their time.

export type Judgement = { readonly conclusion: Conclusion } | { readonly broken: string }
/** The judgement of a run comes after the word that it has begun. */
export type JudgeMessage = 'begun' | Judgement

/** Below the service and its database, which must not wait for a large answer. */
const niceness = 5

try {
  setPriority(niceness)
} catch {
  // Some sandboxes forbid it. Judging goes on at the priority of the service.
}
// The service is gone, whatever it died of.
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

/** What judge-child.ts sends. */
const asRun = (message: unknown): [RunTask, Observation] => message as [RunTask, Observation]
