import type { Observation, ObservationFailure, RunReport, RunTask } from '#contract'
import { describeResult, hideSecrets, judge } from '#evaluation'
import { observe } from '#probes'
import type { ProbeTools } from '#probes'

/**
 * Runs one task to its report. Never rejects: a fault of the runner itself is reported as an error that says nothing
 * about the target. Judging happens here, beside the body, and secrets are taken out before the report leaves.
 */
export async function executeTask(task: RunTask, tools: ProbeTools, nowMs: () => number): Promise<RunReport> {
  const startedAt = nowMs()
  try {
    const observation =
      task.unprepared === undefined ? await observe(task, tools) : unpreparedObservation(task.unprepared, startedAt)
    return reportOf(task, observation, task.isServiceFault ?? false)
  } catch (error) {
    return failedReport(task, failedObservation(runnerFailure(error), startedAt, nowMs()))
  }
}

/** What broke the first report may break this one too; then it says no more than that. */
function failedReport(task: RunTask, observation: Observation): RunReport {
  try {
    return reportOf(task, observation, true)
  } catch {
    const message = 'The runner failed, and so did describing how.'
    return {
      taskId: task.id,
      leaseToken: task.leaseToken,
      observation: { ...observation, failure: { kind: 'protocol', code: 'ERUNNER', message, isNetworkError: false } },
      verdict: {
        outcome: 'failed',
        reasons: [{ kind: 'failure', outcome: 'failed', message }],
        assertions: [],
        overMaxResponseTime: false,
      },
      detail: {},
      isRunnerError: true,
    }
  }
}

function reportOf(task: RunTask, observation: Observation, isRunnerError: boolean): RunReport {
  const hidden = hideSecrets(task, observation, judge(task, observation))
  const detail = describeResult(task, hidden.observation, hidden.verdict)
  return { taskId: task.id, leaseToken: task.leaseToken, ...hidden, detail: { ...detail }, isRunnerError }
}

const unpreparedObservation = (problem: string, atMs: number): Observation =>
  failedObservation(
    {
      kind: 'preparation',
      code: 'EPREPARE',
      message: `The run could not be prepared: ${problem}`,
      isNetworkError: false,
    },
    atMs,
    atMs,
  )

const runnerFailure = (error: unknown): ObservationFailure => ({
  kind: 'protocol',
  code: 'ERUNNER',
  message: `The runner failed: ${error instanceof Error ? error.message : String(error)}`,
  isNetworkError: false,
})

const failedObservation = (failure: ObservationFailure, startedAt: number, stoppedAt: number): Observation => ({
  startedAt,
  stoppedAt,
  responseTimeMs: stoppedAt - startedAt,
  answer: null,
  failure,
  log: [],
})
