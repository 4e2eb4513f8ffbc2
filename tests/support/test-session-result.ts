import { timeOrderedId } from '#kernel'
import { insertTestSession, saveTestSessionResults } from '#storage/runs'
import type { TestSessionResultRow } from '#storage/runs'
import type { TestService } from './test-service.ts'

/** A stored test session with one result, which is pending unless the changes say otherwise. */
export async function openTestResult(
  { db, clock }: TestService,
  accountId: string,
  checkId: string,
  changes: Partial<TestSessionResultRow>,
): Promise<{ readonly sessionId: string; readonly resultId: string }> {
  const now = new Date(clock.now())
  const sessionId = timeOrderedId(clock.now())
  const resultId = timeOrderedId(clock.now())
  await insertTestSession(db, {
    accountId,
    id: sessionId,
    projectId: null,
    name: 'Nightly',
    provider: 'API',
    userId: null,
    queue: 'eu-west-1',
    privateLocationId: null,
    metadata: null,
    status: 'RUNNING',
    running: 1,
    failed: 0,
    cancelled: 0,
    degraded: 0,
    errorGroupIds: [],
    startedAt: now,
    stoppedAt: null,
    createdAt: now,
    updatedAt: null,
    isRecorded: true,
  })
  const result: TestSessionResultRow = {
    accountId,
    sessionId,
    id: resultId,
    sequenceId: resultId,
    checkId,
    checkName: 'database',
    checkType: 'API',
    location: 'eu-west-1',
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
    createdAt: now,
    updatedAt: null,
    detail: {},
    errorGroupIds: [],
  }
  await saveTestSessionResults(db, [{ ...result, ...changes }])
  return { sessionId, resultId }
}
