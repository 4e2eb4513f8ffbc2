import type { Observation, ObservationFailure, RunReport, RunReturn, RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import { evaluateRun } from '#evaluation'
import type { ServiceClock } from '#kernel'
import { largeBodies, observe } from '#probes'
import type { ProbeTools } from '#probes'
import { concludeRun } from './conclude-run.ts'
import type { Evaluators } from './evaluators.ts'
import { reportOf, reportOrReturn } from './report-or-return.ts'
import type { Scrubbers } from './scrub/scrubbers.ts'
import type { RunnerSight } from './runner-options.ts'
import { OwnRunFiles } from './run-files.ts'
import type { OpenBundle } from './run-files.ts'
import { storeFiles } from './store-files.ts'
import type { StoreFiles } from './store-files.ts'
import { unlessBlind } from './unless-blind.ts'

export interface RunTime {
  readonly clock: ServiceClock
  /** Where the files of runs go; without it there are none. */
  readonly storeFiles?: StoreFiles
  /** Removes secrets from those files. */
  readonly scrubbers: Scrubbers
  /** Code bundles of the account of the run; without it there are none. */
  readonly openBundle?: OpenBundle
  /** Called when the target has answered or failed, and what follows is work of this machine. */
  readonly onAnswer?: () => void
  readonly sight?: RunnerSight
}

/**
 * Executes one task and returns its report. Never rejects: a failure of the runner itself is reported with
 * `isRunnerError`. The observation is evaluated here, and secrets are removed before the report is sent. A run that is
 * unreliable because this machine stood still is returned to the queue instead. Null when the runner stopped before the
 * run ended or was evaluated, so that another runner must repeat it.
 */
export async function executeTask(
  task: RunTask,
  tools: Omit<ProbeTools, 'largeBody' | 'runFiles'>,
  evaluators: Evaluators,
  { clock, storeFiles: store = keepsNone, openBundle = hasNone, onAnswer, scrubbers, sight }: RunTime,
): Promise<RunReport | RunReturn | null> {
  const { standstill } = clock
  const startedAt = clock.now()
  const begin = standstill.mark()
  // Held until the run is evaluated, to limit the number of large bodies in memory.
  const largeBody = largeBodies.open(task.accountId, tools.clock)
  const runFiles = new OwnRunFiles(openBundle)
  try {
    const observed =
      task.unprepared === undefined
        ? await observe(task, { ...tools, largeBody, runFiles })
        : unpreparedObservation(task.unprepared, startedAt)
    onAnswer?.()
    // What was ended early says nothing about its target.
    if (tools.signal.aborted && observed.failure?.code === 'ECANCELED') return null
    const end = standstill.mark()
    const [updated, plain] = afterRun(task, observed)
    const observation = await storeFiles(updated, plain, { store, scrubbers, now: () => clock.now() })
    const conclusion = await evaluators.conclude(updated, observation)
    if (conclusion === null) return null
    return await unlessBlind(task, reportOrReturn(task, conclusion, standstill.between(begin, end)), sight)
  } catch (error) {
    return failedReport(task, failedObservation(runnerFailure(error), startedAt, clock.now()))
  } finally {
    largeBody.release()
    await runFiles.remove()
  }
}

export const hasNone: OpenBundle = async () => ({ problem: writeReason('NO_BUNDLES') })

const keepsNone: StoreFiles = async () => ({ stored: [], problems: ['Files of runs are not stored here.'] })

/** A task and its observation, with what the run found applied to the task. */
function afterRun(task: RunTask, { found, ...observation }: Observation): [RunTask, Observation] {
  if (found === undefined) return [task, observation]
  const { request = task.request, secrets, isServiceFault } = found
  const updated = { ...task, request, secrets: [...new Set([...task.secrets, ...secrets])] }
  return [isServiceFault ? { ...updated, isServiceFault } : updated, observation]
}

/** The report of a runner failure; a minimal one when describing the failure fails too. */
function failedReport(task: RunTask, observation: Observation): RunReport {
  try {
    return reportOf(task, { ...concludeRun(task, observation, evaluateRun(task, observation)), isRunnerError: true })
  } catch {
    const message = writeReason('RUNNER_FAILED_TWICE')
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
      message: writeReason('RUN_UNPREPARED', { reason: problem }),
      isNetworkError: false,
    },
    atMs,
    atMs,
  )

const runnerFailure = (error: unknown): ObservationFailure => ({
  kind: 'protocol',
  code: 'ERUNNER',
  message: writeReason('RUNNER_FAILED', { text: error instanceof Error ? error.message : String(error) }),
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
