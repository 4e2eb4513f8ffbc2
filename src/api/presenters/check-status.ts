import { locationOfQueue, whyNeverRun } from '#contract'
import type { CheckStatusResource } from '#contract'
import { acknowledgementOf, checkRunIdOf } from '#dispatch'
import type { NamedCheckState } from '#reporting'

/**
 * Semantics 2.2. A check that has not run yet is neither failing nor degraded; one that nothing here can run has errors,
 * so that nobody takes it for passing.
 */
export function presentStatus(state: NamedCheckState, now: Date): CheckStatusResource {
  const problem = whyNeverRun(state.check_type)
  return {
    ...statusOf(state),
    ...silencesOf(state, now),
    ...(problem !== null && { hasErrors: true, whyNeverRun: problem }),
  }
}

type SilenceFields = 'acknowledgedAt' | 'acknowledgedBy' | 'acknowledgementNote' | 'snoozedUntil' | 'mutedUntil'

function silencesOf(state: NamedCheckState, now: Date): Pick<CheckStatusResource, SilenceFields> {
  const acknowledgement = acknowledgementOf(state)
  return {
    acknowledgedAt: acknowledgement && new Date(acknowledgement.atMs).toISOString(),
    acknowledgedBy: acknowledgement?.by ?? null,
    acknowledgementNote: acknowledgement?.note ?? null,
    snoozedUntil: lastAhead(now, state.snoozed_until),
    mutedUntil: lastAhead(now, state.muted_until, state.group_muted_until),
  }
}

/** The latest of some times that is not over. */
function lastAhead(now: Date, ...times: (Date | null)[]): string | null {
  const latest = Math.max(...times.map((time) => time?.getTime() ?? 0))
  return latest > now.getTime() ? new Date(latest).toISOString() : null
}

const statusOf = (state: NamedCheckState): Omit<CheckStatusResource, SilenceFields> => ({
  name: state.name,
  checkId: state.check_id,
  hasFailures: state.status === 'failing',
  hasErrors: state.has_errors,
  isDegraded: state.status === 'degraded',
  longestRun: state.longest_run_ms,
  shortestRun: state.shortest_run_ms,
  lastRunLocation: state.last_run_location === null ? null : locationOfQueue(state.last_run_location),
  lastCheckRunId: state.last_result_id === null ? null : String(checkRunIdOf(state.last_result_id)),
  sslDaysRemaining: state.ssl_days_remaining,
  created_at: state.created_at.toISOString(),
  updated_at: state.updated_at?.toISOString() ?? null,
})
