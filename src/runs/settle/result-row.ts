import type { HttpAnswer, RunReport, StoredOutcome } from '#contract'
import { errorMessageOf } from '#evaluation'
import type { CheckSessionRow, NewCheckResult, NewRunTask, RunTaskRow } from '#storage/runs'
import { measuredValues } from './measured-values.ts'
import type { FinalFailure } from '#error-groups'

export interface Settled {
  readonly task: RunTaskRow
  readonly report: RunReport
  readonly retry: NewRunTask | null
}

type Sessions = ReadonlyMap<string, CheckSessionRow>

/** Failures that no retry follows. */
export const finalFailures = (settled: readonly Settled[], sessions: Sessions): FinalFailure[] =>
  settled.flatMap(({ task, report, retry }) => {
    const session = sessions.get(task.sessionId)
    if (!session || retry !== null || report.verdict.outcome !== 'failed' || report.isInconclusive) return []
    return [
      {
        accountId: task.accountId,
        checkId: task.checkId,
        checkType: session.checkType,
        resultId: task.id,
        location: task.queue,
        error: errorMessageOf(report.verdict, report.observation),
      },
    ]
  })

/** The result of a settled run; none when its session was deleted. */
export function resultRow(
  item: Settled,
  sessions: Sessions,
  groups: ReadonlyMap<string, string>,
  nowMs: number,
): NewCheckResult[] {
  const { task, report } = item
  const session = sessions.get(task.sessionId)
  if (!session) return []
  const groupId = groups.get(task.id)
  return [
    {
      accountId: task.accountId,
      checkId: task.checkId,
      id: task.id,
      sessionId: task.sessionId,
      sequenceId: task.sequenceId,
      checkName: session.checkName,
      checkType: session.checkType,
      location: task.queue,
      runSource: task.runSource,
      resultType: item.retry === null ? 'FINAL' : 'ATTEMPT',
      attempt: task.attempt,
      outcome: storedOutcomeOf(report),
      hasErrors: report.isRunnerError,
      overMaxResponseTime: report.verdict.overMaxResponseTime,
      responseTimeMs: report.observation.responseTimeMs,
      statusCode: httpAnswerOf(report)?.status ?? null,
      error: errorOf(report),
      scheduledFor: task.scheduledFor,
      startedAt: new Date(report.observation.startedAt),
      stoppedAt: new Date(report.observation.stoppedAt),
      createdAt: new Date(nowMs),
      detail: storedDetail(report),
      errorGroupIds: groupId === undefined ? [] : [groupId],
      measured: report.isInconclusive ? null : measuredValues(session.checkType, report.observation),
    },
  ]
}

export const storedOutcomeOf = ({ isInconclusive, verdict }: RunReport): StoredOutcome =>
  isInconclusive ? 'unknown' : verdict.outcome

/** Why nothing is known about the target, rather than what the run believed to see. */
export const errorOf = ({ isInconclusive, verdict, observation }: RunReport): string | null =>
  (isInconclusive && verdict.reasons[0]?.message) || errorMessageOf(verdict, observation)

/** The stored detail of a result: what the run observed, and the reasons for its verdict. */
export const storedDetail = (report: RunReport): Record<string, unknown> => ({
  ...report.detail,
  reasons: report.verdict.reasons,
  ...failureOf(report),
  ...filesOf(report),
})

/** Which references of the detail become links when it is read. */
const filesOf = ({ artifacts = [] }: RunReport): { files?: { id: string; name: string }[] } =>
  artifacts.length === 0 ? {} : { files: artifacts.map(({ id, name }) => ({ id, name })) }

/** Why the run had no response, for root cause analysis. */
function failureOf({ observation }: RunReport): { failure?: { kind: string; code: string } } {
  const { failure } = observation
  return failure === null ? {} : { failure: { kind: failure.kind, code: failure.code } }
}

/** Null for responses of other protocols, and without a response. */
export const httpAnswerOf = (report: RunReport): Pick<HttpAnswer, 'status' | 'statusText'> | null => {
  const { answer } = report.observation
  return answer !== null && 'status' in answer ? answer : null
}
