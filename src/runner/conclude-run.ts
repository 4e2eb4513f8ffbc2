import type { Observation, RunReport, RunTask, Verdict } from '#contract'
import { describeResult, hideSecrets } from '#evaluation'
import { redactDeep, redactor } from '#redaction'

/** The reported outcome of a run, without secrets. */
export type Conclusion = Pick<
  RunReport,
  'observation' | 'verdict' | 'detail' | 'isRunnerError' | 'artifacts' | 'files' | 'learned'
>

/** Removes the secrets from an observation and its verdict, and describes the result for storage. Pure. */
export function concludeRun(task: RunTask, observation: Observation, verdict: Verdict): Conclusion {
  const hidden = hideSecrets(task, observation, verdict)
  const { storedArtifacts, reportedFiles, learned, certificates = [], ...reported } = hidden.observation
  // Beside what the public API answers of the run.
  const seen = certificates.length > 0 && { certificates: redactDeep([...certificates], redactor(task.secrets)) }
  const detail = { ...describeResult(task, hidden.observation, hidden.verdict), ...seen }
  return {
    ...hidden,
    observation: reported,
    detail,
    isRunnerError: task.isServiceFault ?? false,
    ...(learned !== undefined && { learned }),
    ...(storedArtifacts !== undefined && { artifacts: storedArtifacts }),
    ...(reportedFiles !== undefined && { files: reportedFiles }),
  }
}
