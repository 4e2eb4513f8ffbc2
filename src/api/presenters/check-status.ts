import { locationOfQueue, whyNeverRun } from '#contract'
import type { CheckStatusResource } from '#contract'
import { checkRunIdOf } from '#dispatch'
import type { NamedCheckState } from '#management'

/**
 * Semantics 2.2. A check that has not run yet is neither failing nor degraded; one that nothing here can run has errors,
 * so that nobody takes it for passing.
 */
export function presentStatus(state: NamedCheckState): CheckStatusResource {
  const problem = whyNeverRun(state.check_type)
  return { ...statusOf(state), ...(problem !== null && { hasErrors: true, whyNeverRun: problem }) }
}

const statusOf = (state: NamedCheckState): CheckStatusResource => ({
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
