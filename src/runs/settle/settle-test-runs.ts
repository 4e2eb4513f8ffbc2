import type { CheckDefinition } from '#contract'
import { errorMessageOf } from '#evaluation'
import { timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import { countOccurrences, recordTestSessionErrorGroups } from '#storage/error-groups'
import {
  advanceTestSessions,
  deleteRunOverrides,
  deleteTestJobs,
  listPendingTestResults,
  lockTestSessions,
  notifyLiveRuns,
  saveTestSessionResults,
  notifySessionsEnded,
} from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { SeenTestSessionError } from '#storage/error-groups'
import type { TestSessionProgress, TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage/runs'
import { recordableError, requestAutomaticAnalyses } from '#error-groups'
import type { ErrorGroupContext } from '#error-groups'
import { errorOf, httpAnswerOf, storedDetail } from './result-row.ts'
import type { Settled } from './result-row.ts'

/** The part of a settled run of which its result is made. */
interface SettledRun extends Pick<Settled, 'report' | 'retry'> {
  readonly task: Pick<Settled['task'], 'id' | 'accountId' | 'checkId' | 'sessionId' | 'sequenceId' | 'attempt'>
  /** Golden files for the client of a check that is not saved. */
  readonly snapshots?: CheckDefinition['settings']['snapshots']
}

/** A settled run of a test session with its pending result. */
interface SettledTest extends SettledRun {
  readonly pending: TestSessionResultSummary
}

/**
 * Stores the results of test session runs, and ends sessions with their last run. Nothing else changes: no alert, no
 * status of a check, no metric. Call it in the transaction that took the tasks.
 */
export async function settleTestRuns(
  tx: Queryable,
  settled: readonly SettledRun[],
  context: ErrorGroupContext,
): Promise<void> {
  const { nowMs } = context
  if (settled.length === 0) return
  const keys = new Map(settled.map(({ task }) => [task.sessionId, { accountId: task.accountId, id: task.sessionId }]))
  const sessions = new Map((await lockTestSessions(tx, [...keys.values()])).map((session) => [session.id, session]))
  const known = settled.filter(({ task }) => sessions.has(task.sessionId))
  const pending = await listPendingTestResults(
    tx,
    known.map(({ task }) => task),
  )
  const bySequence = new Map(pending.map((row) => [row.id, row]))
  const tests = known.flatMap((item) => {
    const row = bySequence.get(item.task.sequenceId)
    return row ? [{ ...item, pending: row }] : []
  })
  const groups = await recordGroups(
    tx,
    tests.flatMap((item) => {
      const session = sessions.get(item.task.sessionId)
      return session?.isRecorded ? [{ ...item, session }] : []
    }),
    context,
  )
  const rows = tests.map((item) => resultRowOf(item, groups, nowMs))
  await saveTestSessionResults(tx, rows)
  await notifyLiveRuns(
    tx,
    rows.map((row) => row.sessionId),
  )
  const [finals, attempts] = [rows.filter(isFinal), rows.filter((row) => !isFinal(row))]
  await announceResources(
    tx,
    attempts.map(({ accountId, sessionId }) => ({ accountId, event: 'test-sessions', id: sessionId })),
    new Date(nowMs),
  )
  if (finals.length === 0) return
  const progress = [...Map.groupBy(finals, (row) => row.sessionId)].map(([id, ended]) => progressOf(id, ended))
  const updated = await advanceTestSessions(tx, [...sessions.values()], progress, new Date(nowMs))
  const over = updated.filter((session) => session.stoppedAt !== null).map((session) => session.id)
  if (over.length === 0) return
  await deleteRunOverrides(tx, over)
  await deleteTestJobs(tx, over)
  await notifySessionsEnded(tx)
}

const isFinal = ({ resultType }: Pick<TestSessionResultRow, 'resultType'>): boolean => resultType === 'FINAL'

/** The error group of each final failure, by the id of its result. */
async function recordGroups(
  tx: Queryable,
  tests: readonly (SettledTest & { readonly session: Pick<TestSessionRow, 'projectId' | 'metadata'> })[],
  { nowMs, automaticAnalysis = false }: ErrorGroupContext,
): Promise<Map<string, string>> {
  const failures = tests.filter(
    ({ retry, report }) => retry === null && report.verdict.outcome === 'failed' && !report.isInconclusive,
  )
  const seen = failures.map(({ task, report, pending, session }): SeenTestSessionError & { location: string } => {
    const error = recordableError(errorMessageOf(report.verdict, report.observation))
    return {
      ...error,
      accountId: task.accountId,
      projectId: session.projectId,
      checkId: task.checkId,
      checkType: pending.checkType,
      resultId: task.sequenceId,
      location: pending.location,
      environment: session.metadata?.environment ?? null,
      playwrightLocations: null,
      newId: timeOrderedId(nowMs),
    }
  })
  const at = new Date(nowMs)
  const groups = await recordTestSessionErrorGroups(tx, seen, at)
  if (automaticAnalysis) await requestAutomaticAnalyses(tx, groups, { of: 'test sessions', nowMs })
  const keyOf = ({ accountId, projectId, errorHash }: (typeof groups)[number] | SeenTestSessionError) =>
    `${accountId}/${projectId}/${errorHash}`
  const ids = new Map(groups.map((group) => [keyOf(group), group.id]))
  const found = seen.flatMap((error) => {
    const errorGroupId = ids.get(keyOf(error))
    return errorGroupId === undefined ? [] : [{ ...error, errorGroupId, occurrences: 1 }]
  })
  await countOccurrences(tx, found, at)
  return new Map(
    found.flatMap(({ resultId, errorGroupId }) => (resultId === null ? [] : [[resultId, errorGroupId] as const])),
  )
}

function resultRowOf(
  { task, report, retry, pending, snapshots }: SettledTest,
  groups: ReadonlyMap<string, string>,
  nowMs: number,
): TestSessionResultRow {
  const isFinal = retry === null
  const { observation, verdict } = report
  return {
    ...pending,
    id: isFinal ? task.sequenceId : task.id,
    resultType: isFinal ? 'FINAL' : 'ATTEMPT',
    status: verdict.outcome === 'failed' ? 'FAILED' : 'PASSED',
    attempts: task.attempt,
    outcome: verdict.outcome,
    hasErrors: report.isRunnerError,
    overMaxResponseTime: verdict.overMaxResponseTime,
    responseTimeMs: observation.responseTimeMs,
    statusCode: httpAnswerOf(report)?.status ?? null,
    error: errorOf(report),
    startedAt: new Date(observation.startedAt),
    stoppedAt: new Date(observation.stoppedAt),
    createdAt: isFinal ? pending.createdAt : new Date(nowMs),
    updatedAt: isFinal ? new Date(nowMs) : null,
    detail: snapshots ? { ...storedDetail(report), snapshots } : storedDetail(report),
    errorGroupIds: isFinal ? groupOf(groups.get(task.sequenceId)) : [],
  }
}

const groupOf = (id: string | undefined): string[] => (id === undefined ? [] : [id])

const progressOf = (id: string, ended: readonly TestSessionResultRow[]): TestSessionProgress => ({
  id,
  ended: ended.length,
  failed: ended.filter((row) => row.status === 'FAILED').length,
  cancelled: 0,
  degraded: ended.filter((row) => row.outcome === 'degraded').length,
  errorGroupIds: [...new Set(ended.flatMap((row) => row.errorGroupIds))],
})
