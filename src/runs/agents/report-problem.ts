import type { CheckType, RunReport } from '#contract'
import { errorMessageOf } from '#evaluation'
import { dayMs, minuteMs } from '#kernel'
import { measuredValues } from '../settle/measured-values.ts'
import { httpAnswerOf, storedDetail } from '../settle/result-row.ts'

const longestRunMs = dayMs
const aheadMs = 5 * minuteMs
const largestStatus = 999

/** Why a report of an agent cannot be the result of a run of this type, as the end of a sentence; null when it can. */
export const reportProblem = (checkType: CheckType, report: RunReport, nowMs: number): string | null =>
  timeProblem(report, nowMs) ?? answerProblem(checkType, report)

function timeProblem({ observation: { startedAt, stoppedAt } }: RunReport, nowMs: number): string | null {
  if (stoppedAt < startedAt) return 'observation.stoppedAt must not be before observation.startedAt'
  if (startedAt >= nowMs - longestRunMs && stoppedAt <= nowMs + aheadMs) return null
  return 'observation.startedAt and stoppedAt must be of this run: correct the clock by the headers of the answers'
}

function answerProblem(checkType: CheckType, report: RunReport): string | null {
  const { answer, failure } = report.observation
  if ((answer === null) === (failure === null)) return 'observation must have either an answer or a failure'
  const status = httpAnswerOf(report)?.status ?? 0
  if (!Number.isInteger(status) || status < 0 || status > largestStatus)
    return 'observation.answer.status must be a status code'
  return isReadable(checkType, report) ? null : `observation.answer must be the answer of a ${checkType} check`
}

function isReadable(checkType: CheckType, report: RunReport): boolean {
  try {
    measuredValues(checkType, report.observation)
    errorMessageOf(report.verdict, report.observation)
    storedDetail(report)
    return true
  } catch {
    return false
  }
}
