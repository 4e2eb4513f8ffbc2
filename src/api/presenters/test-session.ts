import { locationOfQueue } from '#contract'
import type {
  EndedTestSessionResource,
  EndedTestSessionStatus,
  ListedTestSession,
  TestSessionMetadata,
  TestSessionResource,
  TestSessionResult,
  TestSessionResultDetail,
  TestSessionStatus,
} from '#contract'
import { invariant } from '#kernel'
import type { ListedTestSessionView, TestSessionView } from '#reporting'
import type { TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage'
import { detailOf } from './check-result.ts'

interface Surroundings {
  readonly publicUrl: string
  readonly now: Date
}

/** Semantics-2 9.2. */
export const presentTestSession = (
  { session, results }: TestSessionView,
  { publicUrl, now }: Surroundings,
): TestSessionResource => ({
  testSessionId: session.id,
  testSessionLink: linkOf(publicUrl, session.id),
  name: session.name,
  status: session.status,
  errorGroupIds: [...session.error_group_ids],
  startedAt: session.started_at.toISOString(),
  stoppedAt: session.stopped_at?.toISOString() ?? null,
  timeElapsed: Math.max(0, (session.stopped_at ?? now).getTime() - session.started_at.getTime()),
  ...(session.metadata === null ? {} : { metadata: session.metadata }),
  results: results.map((result) => presentResult(result, publicUrl)),
})

/** A test session that is known to have ended. */
export function presentEndedTestSession(view: TestSessionView, surroundings: Surroundings): EndedTestSessionResource {
  const { status, stopped_at: stoppedAt } = view.session
  invariant(hasEnded(status) && stoppedAt !== null, 'an ended test session has a terminal status and an end')
  return { ...presentTestSession(view, surroundings), status, stoppedAt: stoppedAt.toISOString() }
}

const hasEnded = (status: TestSessionStatus): status is EndedTestSessionStatus => status !== 'RUNNING'

const linkOf = (publicUrl: string, sessionId: string): string => `${publicUrl}/test-sessions/${sessionId}`

const presentResult = (result: TestSessionResultSummary, publicUrl: string): TestSessionResult => ({
  testSessionResultId: result.id,
  testSessionResultLink: `${linkOf(publicUrl, result.session_id)}/results/${result.id}`,
  checkId: result.check_id,
  checkType: result.check_type,
  name: result.check_name,
  runLocation: locationOfQueue(result.location),
  errorGroupIds: [...result.error_group_ids],
  resultType: result.result_type,
  status: result.status,
  hasErrors: result.has_errors,
  hasFailures: result.outcome === 'failed',
  isDegraded: result.outcome === 'degraded',
  aborted: result.result_type === 'FINAL' && result.outcome === null,
  responseTime: result.response_time_ms === null ? null : Math.round(result.response_time_ms),
  startedAt: result.started_at?.toISOString() ?? null,
  stoppedAt: result.stopped_at?.toISOString() ?? null,
})

/** One result with what its run saw. */
export const presentTestSessionResult = (
  { session, result }: { readonly session: TestSessionRow; readonly result: TestSessionResultRow },
  { publicUrl }: Surroundings,
): TestSessionResultDetail => ({
  ...presentResult(result, publicUrl),
  id: result.id,
  privateLocationId: session.private_location_id,
  filePath: null,
  isCancelled: result.status === 'CANCELLED',
  overMaxResponseTime: result.over_max_response_time,
  attempts: result.attempts,
  sequenceId: result.sequence_id,
  scheduleError: result.schedule_error,
  traceId: null,
  created_at: result.created_at.toISOString(),
  updated_at: result.updated_at?.toISOString() ?? null,
  ...detailOf(result.detail),
})

export function presentListedTestSession({ session, sequences }: ListedTestSessionView): ListedTestSession {
  const given = (name: Exclude<keyof TestSessionMetadata, 'github'>): string | null => session.metadata?.[name] ?? null
  const sequencesWith = (status: TestSessionStatus): string[] =>
    sequences.flatMap((item) => (item.status === status ? item.sequence_ids : []))
  return {
    id: session.id,
    accountId: session.account_id,
    projectId: session.project_id,
    name: session.name,
    provider: session.provider,
    errorGroupIds: [...session.error_group_ids],
    running: sequencesWith('RUNNING'),
    passed: sequencesWith('PASSED'),
    failed: sequencesWith('FAILED'),
    cancelled: sequencesWith('CANCELLED'),
    status: session.status,
    region: locationOfQueue(session.location),
    privateLocationId: session.private_location_id,
    invoker: session.invoker_name === null ? null : { name: session.invoker_name, picture: null },
    repoUrl: given('repoUrl'),
    commitId: given('commitId'),
    commitOwner: given('commitOwner'),
    commitMessage: given('commitMessage'),
    branchName: given('branchName'),
    environment: given('environment'),
    startedAt: session.started_at.toISOString(),
    stoppedAt: session.stopped_at?.toISOString() ?? null,
    created_at: session.created_at.toISOString(),
    updated_at: session.updated_at?.toISOString() ?? null,
  }
}
