import type { Observation, ObservationFailure, RunReport, RunReturn, RunTask } from '#contract'
import { judge } from '#evaluation'
import { processStandstill } from '#kernel'
import type { StandstillWatch } from '#kernel'
import { largeBodies, observe } from '#probes'
import type { ProbeTools } from '#probes'
import { concludeRun } from './conclude-run.ts'
import type { Judges } from './judges.ts'
import { reportOf, reportOrReturn } from './report-or-return.ts'

export interface RunTime {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** What knows when this process stood still; default: that of the process. */
  readonly standstill?: StandstillWatch
}

/**
 * Runs one task to its report. Never rejects: a fault of the runner itself is reported as an error that says nothing
 * about the target. Judging happens here, beside the body, and secrets are taken out before the report leaves. A
 * run that this machine spoiled by standing still is returned instead. Null when the runner stopped before the run was
 * judged, so that another one must take it.
 */
export async function executeTask(
  task: RunTask,
  tools: Omit<ProbeTools, 'largeBody'>,
  judges: Judges,
  { now, standstill: watch = processStandstill }: RunTime,
): Promise<RunReport | RunReturn | null> {
  const startedAt = now()
  const begin = watch.mark()
  // Held until the run is judged: so many large bodies are in memory and no more.
  const largeBody = largeBodies.open(task.accountId)
  try {
    const observation =
      task.unprepared === undefined
        ? await observe(task, { ...tools, largeBody })
        : unpreparedObservation(task.unprepared, startedAt)
    const end = watch.mark()
    const conclusion = await judges.conclude(task, observation)
    return conclusion && reportOrReturn(task, conclusion, watch.between(begin, end))
  } catch (error) {
    return failedReport(task, failedObservation(runnerFailure(error), startedAt, now()))
  } finally {
    largeBody.release()
  }
}

/** What broke the first report may break this one too; then it says no more than that. */
function failedReport(task: RunTask, observation: Observation): RunReport {
  try {
    return reportOf(task, { ...concludeRun(task, observation, judge(task, observation)), isRunnerError: true })
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
