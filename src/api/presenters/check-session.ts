import { locationOfQueue, terminalSessionStatuses } from '#contract'
import type {
  CheckSessionProgressResource,
  CheckSessionResource,
  CheckSessionResult,
  CheckSessionStatus,
  CompletedCheckSession,
  TerminalSessionStatus,
  TriggeredSessions,
} from '#contract'
import { invariant } from '#kernel'
import type { SessionView, WatchedCheckSession } from '#reporting'
import type { CheckResultSummary, CheckSessionRow } from '#storage/runs'
import { presentEvent } from './dry-run.ts'

interface SessionContext {
  readonly publicUrl: string
  readonly now: Date
}

/** A session without its results, as triggers answer it. */
export function presentSessionHead(
  session: CheckSessionRow,
  { publicUrl, now }: SessionContext,
): TriggeredSessions['sessions'][number] {
  return {
    ...session,
    checkSessionId: session.id,
    checkSessionLink: `${publicUrl}/checks/${session.checkId}/sessions/${session.id}`,
    name: session.checkName,
    startedAt: session.startedAt.toISOString(),
    stoppedAt: session.stoppedAt?.toISOString() ?? null,
    timeElapsed: Math.max(0, (session.stoppedAt ?? now).getTime() - session.startedAt.getTime()),
    runLocations: session.locations.map(locationOfQueue),
  }
}

/** A session with its results. */
export const presentSession = ({ session, results }: SessionView, context: SessionContext): CheckSessionResource => ({
  ...presentSessionHead(session, context),
  results: results.map((result) => presentResult(result, context)),
})

/** The events of its runs under way, each with the location of its run. */
export const presentCheckSessionProgress = ({
  session,
  position,
  parts,
}: WatchedCheckSession): CheckSessionProgressResource => ({
  status: session.status,
  position,
  events: parts.flatMap(({ queue, attempt, events }) =>
    events.map((event) => ({ runLocation: locationOfQueue(queue), attempt, ...presentEvent(event) })),
  ),
})

/** A session that has ended. */
export function presentCompletedSession(view: SessionView, context: SessionContext): CompletedCheckSession {
  const { status } = view.session
  invariant(isTerminal(status), 'a completed session has a terminal status')
  return { ...presentSession(view, context), status }
}

const isTerminal = (status: CheckSessionStatus): status is TerminalSessionStatus =>
  terminalSessionStatuses.some((terminal) => terminal === status)

/** The first version has no status for cancelled sessions. */
export const withoutCancelled = <S extends { readonly status: CheckSessionStatus }>(session: S) => ({
  ...session,
  status: session.status === 'CANCELLED' ? ('TIMED_OUT' as const) : session.status,
})

const presentResult = (result: CheckResultSummary, { publicUrl }: SessionContext): CheckSessionResult => ({
  ...result,
  checkResultId: result.id,
  checkResultLink: `${publicUrl}/checks/${result.checkId}/results/${result.id}`,
  name: result.checkName,
  runLocation: locationOfQueue(result.location),
  hasFailures: result.outcome === 'failed',
  isDegraded: result.outcome === 'degraded',
  aborted: result.isCancelled,
  responseTime: Math.round(result.responseTimeMs),
  startedAt: result.startedAt.toISOString(),
  stoppedAt: result.stoppedAt.toISOString(),
})
