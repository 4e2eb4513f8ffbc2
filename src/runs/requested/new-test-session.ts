import { testSessionStatusOf } from '#contract'
import type { CheckDefinition, TestSessionMetadata, TestSessionProvider } from '#contract'
import { timeOrderedId } from '#kernel'
import { notify } from '#storage/database'
import { insertRunTasks, insertTestSession, saveTestSessionResults, startLiveRun } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { NewRunTask, TestSessionResultRow, TestSessionRow } from '#storage/runs'
import { batchesOf } from './matching-checks.ts'
import type { TestLocation } from './test-location.ts'

export interface TestCaller {
  readonly accountId: string
  /** Null for keys without a user. */
  readonly userId: string | null
  readonly nowMs: number
}

export interface StartedTestSession {
  readonly session: TestSessionRow
  readonly results: readonly TestSessionResultRow[]
  /** Null when no client asked to follow it. */
  readonly suiteId: string | null
  /** Whether that client wants what the runs write. */
  readonly streamsLogs: boolean
}

export interface NewTestSession {
  readonly caller: TestCaller
  readonly name: string
  readonly provider: TestSessionProvider
  readonly metadata: TestSessionMetadata | null
  readonly location: TestLocation
  /** Default: it is. */
  readonly isRecorded?: boolean
  /** The id by which a client follows its results. */
  readonly suiteId?: string | null
  /** Whether that client wants what the runs write; default: it does not. */
  readonly streamsLogs?: boolean
  /** A project that exists; default: none. */
  readonly projectId?: string | null
  /** Each runs once. */
  readonly checks: readonly Pick<CheckDefinition, 'id' | 'name' | 'checkType'>[]
}

/** A test session with a pending result of each check, in their order; nothing is stored yet. */
export function newTestSession({ caller, location, checks, ...own }: NewTestSession): StartedTestSession {
  const { accountId, userId, nowMs } = caller
  const now = new Date(nowMs)
  const counts = { running: checks.length, failed: 0, cancelled: 0 }
  const session: TestSessionRow = {
    accountId,
    id: timeOrderedId(nowMs),
    projectId: own.projectId ?? null,
    name: own.name,
    provider: own.provider,
    userId,
    queue: location.queue,
    privateLocationId: location.privateLocationId,
    metadata: own.metadata,
    status: testSessionStatusOf(counts),
    ...counts,
    degraded: 0,
    errorGroupIds: [],
    startedAt: now,
    stoppedAt: null,
    createdAt: now,
    updatedAt: null,
    isRecorded: own.isRecorded ?? true,
  }
  const { suiteId = null, streamsLogs = false } = own
  return { session, results: checks.map((check) => firstResult(check, session)), suiteId, streamsLogs }
}

/** Stores a session with its results. */
export async function storeTestSession(
  tx: Queryable,
  { session, results, suiteId, streamsLogs }: StartedTestSession,
): Promise<void> {
  await insertTestSession(tx, session)
  const { accountId, id: sessionId, createdAt: now } = session
  if (suiteId !== null) await startLiveRun(tx, { accountId, suiteId }, { sessionId, streamsLogs, now })
  for (const batch of batchesOf(results)) await saveTestSessionResults(tx, batch)
}

/** Queues the runs of a session that is stored. */
export async function queueTestRuns(tx: Queryable, started: StartedTestSession): Promise<void> {
  const tasks = started.results.map((result) => firstTask(result, started.session))
  for (const batch of batchesOf(tasks)) await insertRunTasks(tx, batch)
  await notify(tx, 'run_tasks')
}

function firstResult(
  check: NewTestSession['checks'][number],
  { accountId, id: sessionId, queue, createdAt }: TestSessionRow,
): TestSessionResultRow {
  const id = timeOrderedId(createdAt.getTime())
  return {
    accountId,
    sessionId,
    id,
    sequenceId: id,
    checkId: check.id,
    checkName: check.name,
    checkType: check.checkType,
    location: queue,
    resultType: 'PENDING',
    status: 'RUNNING',
    attempts: 0,
    outcome: null,
    hasErrors: false,
    overMaxResponseTime: false,
    responseTimeMs: null,
    statusCode: null,
    error: null,
    scheduleError: null,
    startedAt: null,
    stoppedAt: null,
    createdAt,
    updatedAt: null,
    detail: {},
    errorGroupIds: [],
  }
}

const firstTask = (result: TestSessionResultRow, { isRecorded }: TestSessionRow): NewRunTask => ({
  id: timeOrderedId(result.createdAt.getTime()),
  accountId: result.accountId,
  checkId: result.checkId,
  sessionId: result.sessionId,
  sequenceId: result.sequenceId,
  queue: result.location,
  sessionSize: 1,
  attempt: 1,
  runSource: isRecorded ? 'TEST_RECORD' : 'TEST_NO_RECORD',
  scheduledFor: result.createdAt,
  sequenceStartedAt: result.createdAt,
  claimableAt: result.createdAt,
  queuedAt: result.createdAt,
})
