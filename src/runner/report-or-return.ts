import type { RunReport, RunReturn, RunReturnReason, RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import { decideReturn, maxReturns } from '#evaluation'
import type { Standstill } from '#kernel'
import type { Conclusion } from './conclude-run.ts'

/**
 * The result of a run for the service: a report when it is reliable, else a return to the queue. After too many returns
 * an inconclusive report, which changes nothing.
 */
export function reportOrReturn(task: RunTask, conclusion: Conclusion, standstill: Standstill): RunReport | RunReturn {
  const { returns = 0, id: taskId, leaseToken } = task
  if (isUnevaluated(task, conclusion)) {
    if (returns < maxReturns) return { taskId, leaseToken, reason: 'EVALUATION_STALLED' }
    return inconclusive(task, conclusion, writeReason('ANSWER_NOT_EVALUATED'))
  }
  const decision = decideReturn({ task, ...conclusion, standstill })
  if (decision === 'return') return { taskId, leaseToken, reason: reasonOf(standstill) }
  return decision === 'keep'
    ? reportOf(task, conclusion)
    : inconclusive(task, conclusion, writeReason('TOO_LITTLE_PROCESSOR_TIME'))
}

export const reportOf = ({ id: taskId, leaseToken }: RunTask, conclusion: Conclusion): RunReport => ({
  taskId,
  leaseToken,
  ...conclusion,
})

/** There is a response that could not be evaluated, unlike a run that the service could not prepare. */
const isUnevaluated = ({ isServiceFault }: RunTask, { isRunnerError }: Conclusion): boolean =>
  isRunnerError && !isServiceFault

const reasonOf = ({ isClockChanged, lostMs }: Standstill): RunReturnReason =>
  isClockChanged && lostMs === 0 ? 'CLOCK_CHANGED' : 'PROCESS_STALLED'

function inconclusive(task: RunTask, conclusion: Conclusion, cause: string): RunReport {
  const message = `${writeReason('RUN_REPEATED', { count: maxReturns })} ${cause}`
  const reason = { kind: 'failure', outcome: 'failed', message } as const
  const verdict = {
    ...conclusion.verdict,
    outcome: 'failed',
    reasons: [reason, ...conclusion.verdict.reasons],
  } as const
  return { ...reportOf(task, conclusion), verdict, isRunnerError: true, isInconclusive: true }
}
