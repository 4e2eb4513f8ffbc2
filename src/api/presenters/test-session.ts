import { locationOfQueue } from '#contract'
import type {
  EndedTestSessionResource,
  EndedTestSessionStatus,
  ListedTestSession,
  TestSessionMetadata,
  TestSessionProgressResource,
  TestSessionResource,
  TestSessionResult,
  TestSessionResultDetail,
  TestSessionStatus,
} from '#contract'
import { invariant } from '#kernel'
import { withAssetLinks } from '#reporting'
import type { LinkTools, ListedTestSessionView, TestSessionView, WatchedTestSession } from '#reporting'
import type { TestSessionResultRow, TestSessionResultSummary, TestSessionRow } from '#storage/runs'
import { detailOf } from './check-result.ts'
import { presentEvent } from './dry-run.ts'
import { stampsOf } from './stamps.ts'

interface SessionContext {
  readonly publicUrl: string
  readonly now: Date
}

/** A test session with its results. */
export const presentTestSession = (
  { session, results }: TestSessionView,
  { publicUrl, now }: SessionContext,
): TestSessionResource => ({
  testSessionId: session.id,
  testSessionLink: linkOf(publicUrl, session.id),
  name: session.name,
  status: session.status,
  errorGroupIds: [...session.errorGroupIds],
  startedAt: session.startedAt.toISOString(),
  stoppedAt: session.stoppedAt?.toISOString() ?? null,
  timeElapsed: Math.max(0, (session.stoppedAt ?? now).getTime() - session.startedAt.getTime()),
  ...(session.metadata === null ? {} : { metadata: session.metadata }),
  results: results.map((result) => presentResult(result, publicUrl)),
})

export const presentTestSessionProgress = ({
  session,
  position,
  parts,
}: WatchedTestSession): TestSessionProgressResource => ({
  status: session.status,
  position,
  events: parts.flatMap(({ sequenceId, attempt, events }) =>
    events.map((event) => ({ testSessionResultId: sequenceId, attempt, ...presentEvent(event) })),
  ),
})

/** A test session that has ended. */
export function presentEndedTestSession(view: TestSessionView, context: SessionContext): EndedTestSessionResource {
  const { status, stoppedAt } = view.session
  invariant(hasEnded(status) && stoppedAt !== null, 'an ended test session has a terminal status and an end')
  return { ...presentTestSession(view, context), status, stoppedAt: stoppedAt.toISOString() }
}

/** A session of a reporter, with its results in the order of its suites. */
export const presentReportedSession = ({ session, results }: TestSessionView, { publicUrl }: SessionContext) => ({
  testSessionId: session.id,
  testResults: results.map(({ id }) => ({ testResultId: id })),
  link: linkOf(publicUrl, session.id),
})

const hasEnded = (status: TestSessionStatus): status is EndedTestSessionStatus => status !== 'RUNNING'

const linkOf = (publicUrl: string, sessionId: string): string => `${publicUrl}/test-sessions/${sessionId}`

const presentResult = (result: TestSessionResultSummary, publicUrl: string): TestSessionResult => ({
  ...result,
  testSessionResultId: result.id,
  testSessionResultLink: `${linkOf(publicUrl, result.sessionId)}/results/${result.id}`,
  name: result.checkName,
  runLocation: locationOfQueue(result.location),
  errorGroupIds: [...result.errorGroupIds],
  hasFailures: result.outcome === 'failed',
  isDegraded: result.outcome === 'degraded',
  aborted: result.resultType === 'FINAL' && result.outcome === null,
  responseTime: result.responseTimeMs === null ? null : Math.round(result.responseTimeMs),
  startedAt: result.startedAt?.toISOString() ?? null,
  stoppedAt: result.stoppedAt?.toISOString() ?? null,
})

/** One result with its observation. */
export const presentTestSessionResult = (
  { session, result }: { readonly session: TestSessionRow; readonly result: TestSessionResultRow },
  { publicUrl }: SessionContext,
  links: LinkTools,
): TestSessionResultDetail => ({
  ...result,
  ...presentResult(result, publicUrl),
  privateLocationId: session.privateLocationId,
  filePath: null,
  isCancelled: result.status === 'CANCELLED',
  traceId: null,
  ...stampsOf(result),
  ...detailOf(withAssetLinks(result.detail, keyOf(result), links)),
})

const keyOf = ({ accountId, sessionId, id }: TestSessionResultRow) => ({
  accountId,
  checkId: null,
  resultId: id,
  testSessionId: sessionId,
})

export function presentListedTestSession({ session, sequences }: ListedTestSessionView): ListedTestSession {
  const given = (name: Exclude<keyof TestSessionMetadata, 'github'>): string | null => session.metadata?.[name] ?? null
  const { degraded: _count, ...listed } = session
  const degraded = sequences.flatMap((item) => item.degradedIds)
  const sequencesWith = (status: TestSessionStatus): string[] =>
    sequences.flatMap((item) => (item.status === status ? item.sequenceIds : []))
  return {
    ...listed,
    errorGroupIds: [...session.errorGroupIds],
    ...(degraded.length > 0 && { degraded }),
    running: sequencesWith('RUNNING'),
    passed: sequencesWith('PASSED'),
    failed: sequencesWith('FAILED'),
    cancelled: sequencesWith('CANCELLED'),
    region: locationOfQueue(session.queue),
    invoker: session.invokerName === null ? null : { name: session.invokerName, picture: null },
    repoUrl: given('repoUrl'),
    commitId: given('commitId'),
    commitOwner: given('commitOwner'),
    commitMessage: given('commitMessage'),
    branchName: given('branchName'),
    environment: given('environment'),
    startedAt: session.startedAt.toISOString(),
    stoppedAt: session.stoppedAt?.toISOString() ?? null,
    ...stampsOf(session),
  }
}
