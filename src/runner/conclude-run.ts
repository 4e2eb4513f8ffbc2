import type { Observation, RunReport, RunTask, Verdict } from '#contract'
import { describeResult, hideSecrets } from '#evaluation'

/** What a run came to, without secrets, as it is reported. */
export type Conclusion = Pick<RunReport, 'observation' | 'verdict' | 'detail' | 'isRunnerError'>

/** Takes the secrets out of what was seen and judged, and describes it as it is stored. Pure. */
export function concludeRun(task: RunTask, observation: Observation, verdict: Verdict): Conclusion {
  const hidden = hideSecrets(task, observation, verdict)
  const detail = { ...describeResult(task, hidden.observation, hidden.verdict) }
  return { ...hidden, detail, isRunnerError: task.isServiceFault ?? false }
}
