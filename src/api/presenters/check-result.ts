import { locationOfQueue, storedResultNames } from '#contract'
import type { CheckResultResource, StoredResultName } from '#contract'
import { checkRunIdOf } from '#dispatch'
import type { ListedResult } from '#reporting'

/** Semantics 2.1. Only the object of the check's own type is there, and only when it was read. */
export const presentResult = (row: ListedResult): CheckResultResource => ({
  id: row.id,
  name: row.check_name,
  checkId: row.check_id,
  hasFailures: row.outcome === 'failed',
  hasErrors: row.has_errors,
  isDegraded: row.outcome === 'degraded',
  isCancelled: false,
  overMaxResponseTime: row.over_max_response_time,
  runLocation: locationOfQueue(row.location),
  startedAt: row.started_at.toISOString(),
  stoppedAt: row.stopped_at.toISOString(),
  created_at: row.created_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  responseTime: Math.round(row.response_time_ms),
  checkRunId: checkRunIdOf(row.id),
  attempts: row.attempt,
  resultType: row.result_type,
  sequenceId: row.sequence_id,
  traceId: null,
  errorGroupIds: [...row.error_group_ids],
  ...detailOf(row.detail ?? {}),
})

/** Of what a run stored, the object of its check's type; beside it are the reasons of the verdict. */
export function detailOf(detail: Readonly<Record<string, unknown>>): {
  [N in StoredResultName]?: Record<string, unknown>
} {
  const found: { [N in StoredResultName]?: Record<string, unknown> } = {}
  for (const name of storedResultNames) {
    const value = detail[name]
    if (isObject(value)) found[name] = value
  }
  return found
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
