import { setPriority } from 'node:os'
import workerpool from 'workerpool'
import type { Observation, RunTask } from '#contract'
import { judge, readBody } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'

// The program of a judging process: the same functions as on the runner's thread, where they may take their time.

/** Below the service and its database, which must not wait for a large answer. */
const niceness = 5

setPriority(niceness)
workerpool.worker({ judgeRun })

function judgeRun(task: RunTask, observation: Observation): Conclusion {
  const read = readBody(observation)
  return concludeRun(task, read, judge(task, read))
}
