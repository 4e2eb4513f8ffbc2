import { descriptorOf } from '#contract'
import type { RetryStrategy, RunReport, RunSource } from '#contract'
import { timeOrderedId } from '#kernel'
import { effectiveRetryStrategy, queuesOf } from '#inheritance'
import { decideRetry, errorMessageOf } from '#evaluation'
import { listUnavailableQueues } from '#storage/agents'
import { notify } from '#storage/database'
import {
  findRunOverrides,
  insertArtifacts,
  insertCheckResults,
  insertRunTasks,
  isDryRun,
  isTestRun,
  takeLeasedTasks,
} from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { CheckSessionRow, NewRunTask, RunOverrides, RunTaskRow } from '#storage/runs'
import { advanceChecks, tickOfSession } from '#notifying'
import { settleDryRuns } from '../dry-runs/end-dry-runs.ts'
import { artifactRows } from './artifact-rows.ts'
import type { FinishedTick, ReportedResult } from '#notifying'
import { nearestCertificate } from './nearest-certificate.ts'
import { recordErrorGroups } from '#error-groups'
import { finalFailures, httpAnswerOf, resultRow, storedDetail } from './result-row.ts'
import type { Settled } from './result-row.ts'
import type { EffectiveCheck } from '#management'
import { storeLearnedScripts } from '../code/stored-scripts.ts'
import { leaveEndedSessions } from '../sessions/finish-ended-sessions.ts'
import { moveSessions } from '../sessions/move-sessions.ts'
import { storedReport, worstOutcome } from '../sessions/stored-report.ts'
import { loadRunChecks } from '../prepare/load-run-checks.ts'
import { settleTestRuns } from './settle-test-runs.ts'
import { updateSnapshots } from './update-snapshots.ts'

export interface SettleContext {
  readonly nowMs: number
  readonly publicUrl: string
  /** Returns a number from 0 to below 1; chooses the location of a retry. */
  readonly randomNumber: () => number
  /** Whether each new error group is analysed automatically, once. */
  readonly automaticAnalysis?: boolean
}

export interface SettleSummary {
  readonly settled: number
  /** Reports whose lease was lost or whose task was settled before. */
  readonly dropped: number
}

/**
 * Settles a batch of reports in one transaction: results stored, retries queued or sessions ended, states advanced,
 * notifications planned. A report counts once: it must hold the lease of a task that is still there.
 */
export async function settleRuns(
  store: Store,
  reports: readonly RunReport[],
  context: SettleContext,
): Promise<SettleSummary> {
  if (reports.length === 0) return { settled: 0, dropped: 0 }
  const work = async (tx: Queryable): Promise<SettleSummary> => {
    const tasks = await takeLeasedTasks(tx, reports)
    if (tasks.length === 0) return { settled: 0, dropped: reports.length }
    const byTask = new Map(reports.map((report) => [report.taskId, report]))
    const all = await withRetries(tx, store, joinReports(tasks, byTask), context)
    await insertArtifacts(
      tx,
      all.flatMap((item) => artifactRows(item, context.nowMs)),
    )
    const settled = all.filter(({ task }) => !isTestRun(task) && !isDryRun(task))
    const sessions = await moveSessions(tx, settled, context.nowMs)
    const tests = all.filter(({ task }) => isTestRun(task))
    const snapshots = await updateSnapshots(tx, tests, { nowMs: context.nowMs, encryption: store.encryption })
    await settleTestRuns(
      tx,
      tests.map((item) => ({ ...item, snapshots: snapshots.get(item.task.id) })),
      context,
    )
    await settleDryRuns(
      tx,
      all.filter(({ task }) => isDryRun(task)),
      { nowMs: context.nowMs, encryption: store.encryption },
    )
    const groups = await recordErrorGroups(tx, finalFailures(settled, sessions), context)
    await insertCheckResults(
      tx,
      settled.flatMap((item) => resultRow(item, sessions, groups, context.nowMs)),
    )
    await storeLearnedScripts(tx, store.encryption, settled, context.nowMs)
    const retries = all.flatMap((item) => item.retry ?? [])
    await insertRunTasks(tx, retries)
    if (retries.some((task) => task.claimableAt.getTime() <= context.nowMs)) await notify(tx, 'run_tasks')
    await advanceChecks(tx, await finishedTicks(tx, settled, sessions), { ...context, encryption: store.encryption })
    await leaveEndedSessions(tx, [...sessions.values()], context.nowMs)
    return { settled: tasks.length, dropped: reports.length - tasks.length }
  }
  return store.db.transaction(work, { isKeyedBatch: true })
}

const joinReports = (tasks: readonly RunTaskRow[], reports: ReadonlyMap<string, RunReport>) =>
  tasks.flatMap((task) => {
    const report = reports.get(task.id)
    return report ? [{ task, report }] : []
  })

/** Only failed attempts can be retried, so only their checks are read. */
async function withRetries(
  tx: Queryable,
  store: Store,
  items: readonly { task: RunTaskRow; report: RunReport }[],
  context: SettleContext,
): Promise<Settled[]> {
  const failed = items.filter(({ report }) => report.verdict.outcome === 'failed' && !report.isInconclusive)
  const checks = await loadRunChecks(
    tx,
    store.encryption,
    failed.map(({ task }) => task.checkId),
  )
  const closed = await closedQueues(tx, checks)
  const requested = failed.filter(({ task }) => wasRequested(task)).map(({ task }) => task.sessionId)
  const overrides = await findRunOverrides(tx, store.encryption, requested)
  return items.map(({ task, report }) => {
    const effective = checks.get(task.checkId)
    if (effective === undefined || report.isInconclusive) return { task, report, retry: null }
    const strategy = strategyOf(effective, overrides.get(task.sessionId))
    return { task, report, retry: retryOf({ task, report }, { ...effective, strategy, closed }, context) }
  })
}

/** Private locations without agents, where nothing is retried that failed elsewhere. */
async function closedQueues(tx: Queryable, checks: ReadonlyMap<string, EffectiveCheck>): Promise<ReadonlySet<string>> {
  const concerned = [...checks.values()].filter(({ check }) => check.privateLocations.length > 0)
  return new Set(await listUnavailableQueues(tx, [...new Set(concerned.map(({ check }) => check.accountId))]))
}

const wasRequested = (task: { readonly runSource: RunSource }): boolean => task.runSource !== 'SCHEDULER'

function strategyOf({ check }: EffectiveCheck, overrides: RunOverrides | undefined): RetryStrategy | null {
  if (descriptorOf(check.checkType).retriesItself) return null
  return overrides?.retryStrategy !== undefined ? overrides.retryStrategy : effectiveRetryStrategy(check)
}

function retryOf(
  { task, report }: { readonly task: RunTaskRow; readonly report: RunReport },
  {
    own,
    check,
    strategy,
    closed,
  }: EffectiveCheck & { readonly strategy: RetryStrategy | null; readonly closed: ReadonlySet<string> },
  context: SettleContext,
): NewRunTask | null {
  const decision = decideRetry({
    strategy,
    attempt: task.attempt,
    firstStartedAtMs: task.sequenceStartedAt.getTime(),
    stoppedAtMs: context.nowMs,
    verdict: report.verdict,
    isNetworkError: report.observation.failure?.isNetworkError ?? false,
    checkType: own.checkType,
    location: task.queue,
    // A test session stays in its one place.
    candidateLocations: isTestRun(task)
      ? [task.queue]
      : queuesOf(check).filter((queue) => queue === task.queue || !closed.has(queue)),
    runParallel: check.runParallel,
    randomNumber: context.randomNumber(),
  })
  if (!decision.retry || !(check.activated || wasRequested(task))) return null
  return {
    ...task,
    id: timeOrderedId(context.nowMs),
    queue: decision.location,
    attempt: task.attempt + 1,
    claimableAt: new Date(context.nowMs + decision.afterMs),
    queuedAt: new Date(context.nowMs),
  }
}

/** The ticks finished by this batch: sessions whose last location has reported. */
async function finishedTicks(
  tx: Queryable,
  settled: readonly Settled[],
  sessions: ReadonlyMap<string, CheckSessionRow>,
): Promise<FinishedTick[]> {
  const ticks: FinishedTick[] = []
  for (const [id, items] of Map.groupBy(settled, (item) => item.task.sessionId)) {
    const session = sessions.get(id)
    const finals = items.filter((item) => item.retry === null)
    const result = session && session.stoppedAt !== null && (await reportOfSession(tx, session, finals))
    if (!session || !result) continue
    const certificate = nearestCertificate(finals.map(({ report }) => report.observation))
    const tick = tickOfSession(session, { result, ...certificate })
    if (tick) ticks.push(tick)
  }
  return ticks
}

/** A result of this batch with the worst outcome of the session; read from those before where that is none of it. */
async function reportOfSession(
  tx: Queryable,
  session: CheckSessionRow,
  finals: readonly Settled[],
): Promise<ReportedResult | null> {
  const worst = worstOutcome(session)
  const isWorst = ({ report }: Settled): boolean => !report.isInconclusive && report.verdict.outcome === worst
  const own = worst === 'passed' ? finals.findLast(isWorst) : finals.find(isWorst)
  const last = finals.at(-1)
  if (worst === null || last === undefined) return null
  return own ? reportedResult(own) : ((await storedReport(tx, session)) ?? reportedResult(last))
}

const reportedResult = ({ task, report }: Settled): ReportedResult => ({
  id: task.id,
  location: task.queue,
  responseTimeMs: report.observation.responseTimeMs,
  error: errorMessageOf(report.verdict, report.observation),
  statusCode: httpAnswerOf(report)?.status ?? null,
  statusText: httpAnswerOf(report)?.statusText ?? null,
  startedAt: new Date(report.observation.startedAt),
  outcome: report.verdict.outcome,
  hasErrors: report.isRunnerError,
  attempt: task.attempt,
  detail: storedDetail(report),
})
