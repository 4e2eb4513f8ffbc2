import { locationOfQueue } from '#contract'
import type { CheckStatusResource } from '#contract'
import { checkRunIdOf } from '#dispatch'
import type { NamedCheckState } from '#management'

/** Semantics 2.2. A check that never ran is neither failing nor degraded. */
export const presentStatus = (state: NamedCheckState): CheckStatusResource => ({
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
