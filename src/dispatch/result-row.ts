import type { HttpAnswer, RunReport } from '#contract'
import { errorMessageOf } from '#evaluation'
import type { CheckSessionRow, NewCheckResult, NewRunTask, RunTaskRow } from '#storage'
import { measuredValues } from './measured-values.ts'
import type { FinalFailure } from './record-error-groups.ts'

export interface Settled {
  readonly task: RunTaskRow
  readonly report: RunReport
  readonly retry: NewRunTask | null
}

type Sessions = ReadonlyMap<string, CheckSessionRow>

/** Failures that no retry follows. */
export const finalFailures = (settled: readonly Settled[], sessions: Sessions): FinalFailure[] =>
  settled.flatMap(({ task, report, retry }) => {
    const session = sessions.get(task.session_id)
    if (!session || retry !== null || report.verdict.outcome !== 'failed' || report.isInconclusive) return []
    return [
      {
        accountId: task.account_id,
        checkId: task.check_id,
        checkType: session.check_type,
        resultId: task.id,
        error: errorMessageOf(report.verdict, report.observation),
      },
    ]
  })

/** The result of a settled run; none when its session is gone. */
export function resultRow(
  item: Settled,
  sessions: Sessions,
  groups: ReadonlyMap<string, string>,
  nowMs: number,
): NewCheckResult[] {
  const { task, report } = item
  const session = sessions.get(task.session_id)
  if (!session) return []
  const groupId = groups.get(task.id)
  return [
    {
      account_id: task.account_id,
      check_id: task.check_id,
      id: task.id,
      session_id: task.session_id,
      sequence_id: task.sequence_id,
      check_name: session.check_name,
      check_type: session.check_type,
      location: task.location,
      run_source: task.run_source,
      result_type: item.retry === null ? 'FINAL' : 'ATTEMPT',
      attempt: task.attempt,
      outcome: report.verdict.outcome,
      has_errors: report.isRunnerError,
      over_max_response_time: report.verdict.overMaxResponseTime,
      response_time_ms: report.observation.responseTimeMs,
      status_code: httpAnswerOf(report)?.status ?? null,
      error: errorMessageOf(report.verdict, report.observation),
      scheduled_for: task.scheduled_for,
      started_at: new Date(report.observation.startedAt),
      stopped_at: new Date(report.observation.stoppedAt),
      created_at: new Date(nowMs),
      detail: storedDetail(report),
      error_group_ids: groupId === undefined ? [] : [groupId],
      measured: report.isInconclusive ? null : measuredValues(session.check_type, report.observation),
    },
  ]
}

/** What a run saw and why it is judged as it is, as results keep it. */
export const storedDetail = (report: RunReport): Record<string, unknown> => ({
  ...report.detail,
  reasons: report.verdict.reasons,
  ...failureOf(report),
})

/** What kept the run from an answer, for those who look for the cause. */
export function failureOf({ observation }: RunReport): { failure?: { kind: string; code: string } } {
  const { failure } = observation
  return failure === null ? {} : { failure: { kind: failure.kind, code: failure.code } }
}

/** Null for answers of other protocols, and without an answer. */
export const httpAnswerOf = (report: RunReport): Pick<HttpAnswer, 'status' | 'statusText'> | null => {
  const { answer } = report.observation
  return answer !== null && 'status' in answer ? answer : null
}
