import type { StoredArtifact, TestSessionMetadata } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  findTestSessionResult,
  insertArtifacts,
  listArtifacts,
  lockTestSessions,
  markFilesOfPassedRun,
  saveTestSessionResults,
} from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { TestSessionResultRow } from '#storage/runs'
import { settleTestRuns } from '../settle/settle-test-runs.ts'
import { newTestSession, storeTestSession } from './new-test-session.ts'
import type { StartedTestSession } from './new-test-session.ts'
import { reportOfSuite } from './report-of-suite.ts'
import type { ReportedSuite, SuiteSummary } from './report-of-suite.ts'

/** Where suites run that only report here: in no location of the service. */
const elsewhere = { queue: 'ci', privateLocationId: null }

export interface NewReportedSession {
  readonly name: string
  readonly metadata: TestSessionMetadata | null
  /** One for each result. */
  readonly suites: readonly string[]
}

/** A test session whose suites run elsewhere and are reported by their own reporter. Nothing is queued. */
export function recordReportedSession(
  store: Store,
  caller: Caller & { readonly userId: string | null },
  { name, metadata, suites }: NewReportedSession,
): Promise<StartedTestSession> {
  const checks = suites.map((suite) => {
    const id = timeOrderedId(caller.nowMs)
    return { id, name: suite, checkType: 'PLAYWRIGHT' as const }
  })
  const started = newTestSession({ caller, name, metadata, provider: 'PW_REPORTER', location: elsewhere, checks })
  return store.db.transaction(async (tx) => {
    await storeTestSession(tx, started)
    return started
  })
}

export interface ReportedResultKey {
  readonly sessionId: string
  readonly resultId: string
}

export interface KeptReport {
  readonly files: readonly StoredArtifact[]
  /** Null without a report that can be read. */
  readonly summary: SuiteSummary | null
}

/**
 * Keeps the files of a result that has not ended. Of several uploads the first is kept, because reporters repeat them.
 * Throws TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND, also for one that has ended.
 */
export const keepReport = (
  store: Store,
  caller: Caller,
  key: ReportedResultKey,
  { files, summary }: KeptReport,
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const result = await lockReported(tx, caller.accountId, key)
    if (result.resultType !== 'PENDING') throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
    if ((await listArtifacts(tx, caller.accountId, result.id)).length > 0) return
    const { accountId, checkId, id: resultId } = result
    const createdAt = new Date(caller.nowMs)
    const row = { accountId, resultId, checkId, isOfPassedRun: false, createdAt }
    await insertArtifacts(
      tx,
      files.map((file) => ({ ...file, ...row })),
    )
    await saveTestSessionResults(tx, [{ ...result, detail: { summary } }])
  })

/** Throws TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND. */
export const findReportedResult = (store: Store, { accountId }: Caller, key: ReportedResultKey): Promise<unknown> =>
  store.db.transaction((tx) => lockReported(tx, accountId, key))

/**
 * Ends a result, and with the last one its session; one that has ended stays as it is. Throws TEST_SESSION_NOT_FOUND and
 * TEST_SESSION_RESULT_NOT_FOUND.
 */
export const endReportedResult = (
  store: Store,
  caller: Caller,
  key: ReportedResultKey,
  suite: ReportedSuite,
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const result = await lockReported(tx, caller.accountId, key)
    if (result.resultType !== 'PENDING') return
    const { accountId, checkId, sessionId, id, sequenceId } = result
    const files = await listArtifacts(tx, accountId, id)
    const summary = summaryIn(result.detail)
    const report = reportOfSuite(suite, { files, summary, nowMs: caller.nowMs })
    const task = { id, accountId, checkId, sessionId, sequenceId, attempt: 1 }
    await settleTestRuns(tx, [{ task, report, retry: null }], { nowMs: caller.nowMs })
    if (report.verdict.outcome === 'passed') await markFilesOfPassedRun(tx, accountId, id)
  })

/** The cast is safe because `keepReport` alone writes the detail of a result that is pending. */
const summaryIn = ({ summary }: TestSessionResultRow['detail']): SuiteSummary | null =>
  (summary ?? null) as SuiteSummary | null

/** A result of a session of a reporter; the session stays locked until the transaction ends. */
async function lockReported(
  tx: Queryable,
  accountId: string,
  { sessionId, resultId }: ReportedResultKey,
): Promise<TestSessionResultRow> {
  const [session] = await lockTestSessions(tx, [{ accountId, id: sessionId }])
  if (session?.provider !== 'PW_REPORTER') throw new Fault('TEST_SESSION_NOT_FOUND')
  const result = await findTestSessionResult(tx, { accountId, sessionId, id: resultId })
  if (result === null) throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
  return result
}
