import { errorMessageOf } from '#evaluation'
import { notify } from '#storage/database'
import { endDryRuns, notifySessionsEnded } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { DryRunReport, RunTaskRow } from '#storage/runs'
import type { Encryption } from '#kernel'
import { httpAnswerOf, storedDetail } from '../settle/result-row.ts'
import type { Settled } from '../settle/result-row.ts'

interface EndContext {
  readonly nowMs: number
  readonly encryption: Encryption
}

/** Stores the reports of dry runs for their waiting callers. Call it in the transaction that took the tasks. */
export const settleDryRuns = (tx: Queryable, settled: readonly Settled[], context: EndContext): Promise<void> =>
  end(
    tx,
    settled.map(({ task, report }) => ({ id: task.id, report: reportOf(report) })),
    context,
  )

/** Ends dry runs whose task was removed before a runner reported. */
export const endUnfinishedDryRuns = (
  tx: Queryable,
  removed: readonly RunTaskRow[],
  reasonOf: (task: RunTaskRow) => string,
  context: EndContext,
): Promise<void> =>
  end(
    tx,
    removed.map((task) => ({ id: task.id, report: unfinished(reasonOf(task), context.nowMs) })),
    context,
  )

async function end(
  tx: Queryable,
  ended: readonly { readonly id: string; readonly report: DryRunReport }[],
  { nowMs, encryption }: EndContext,
): Promise<void> {
  if (ended.length === 0) return
  await endDryRuns(tx, encryption, ended, new Date(nowMs))
  await notifySessionsEnded(tx)
  await notify(tx, 'drills')
}

function reportOf(report: Settled['report']): DryRunReport {
  const { observation, verdict, isRunnerError, files = [] } = report
  const answer = httpAnswerOf(report)
  return {
    outcome: verdict.outcome,
    hasErrors: isRunnerError,
    overMaxResponseTime: verdict.overMaxResponseTime,
    responseTimeMs: observation.responseTimeMs,
    startedAt: observation.startedAt,
    stoppedAt: observation.stoppedAt,
    ...(answer && { statusCode: answer.status, statusText: answer.statusText }),
    ...(typeof observation.sslDaysRemaining === 'number' && { sslDaysRemaining: observation.sslDaysRemaining }),
    error: errorMessageOf(verdict, observation),
    reasons: verdict.reasons,
    detail: storedDetail(report),
    files,
  }
}

const unfinished = (error: string, nowMs: number): DryRunReport => ({
  outcome: 'failed',
  hasErrors: true,
  overMaxResponseTime: false,
  responseTimeMs: 0,
  startedAt: nowMs,
  stoppedAt: nowMs,
  error,
  reasons: [{ kind: 'failure', outcome: 'failed', message: error }],
  detail: {},
})
