import { timeOrderedId } from '#kernel'
import { insertTestSession, saveTestSessionResults } from '#storage'
import type { TestSessionResultRow } from '#storage'
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
    account_id: accountId,
    id: sessionId,
    project_id: null,
    name: 'Nightly',
    provider: 'API',
    user_id: null,
    location: 'eu-west-1',
    private_location_id: null,
    metadata: null,
    status: 'RUNNING',
    running: 1,
    failed: 0,
    cancelled: 0,
    error_group_ids: [],
    started_at: now,
    stopped_at: null,
    created_at: now,
    updated_at: null,
  })
  const result: TestSessionResultRow = {
    account_id: accountId,
    session_id: sessionId,
    id: resultId,
    sequence_id: resultId,
    check_id: checkId,
    check_name: 'database',
    check_type: 'API',
    location: 'eu-west-1',
    result_type: 'PENDING',
    status: 'RUNNING',
    attempts: 0,
    outcome: null,
    has_errors: false,
    over_max_response_time: false,
    response_time_ms: null,
    status_code: null,
    error: null,
    schedule_error: null,
    started_at: null,
    stopped_at: null,
    created_at: now,
    updated_at: null,
    detail: {},
    error_group_ids: [],
  }
  await saveTestSessionResults(db, [{ ...result, ...changes }])
  return { sessionId, resultId }
}
