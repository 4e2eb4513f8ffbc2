import { timeOrderedId } from '#kernel'
import type { NewCheckResult } from '#storage'

type Owner = Pick<NewCheckResult, 'account_id' | 'check_id'>

/** The row of a TCP run that passed at a time in epoch milliseconds, in a session of its own. */
export function checkResultRow(owner: Owner, atMs: number, changes: Partial<NewCheckResult> = {}): NewCheckResult {
  const id = timeOrderedId(atMs)
  const at = new Date(atMs)
  return {
    ...owner,
    id,
    session_id: id,
    sequence_id: id,
    check_name: 'database',
    check_type: 'TCP',
    location: 'eu-west-1',
    run_source: 'SCHEDULER',
    result_type: 'FINAL',
    attempt: 1,
    outcome: 'passed',
    has_errors: false,
    over_max_response_time: false,
    response_time_ms: 12.5,
    status_code: null,
    error: null,
    scheduled_for: at,
    started_at: at,
    stopped_at: at,
    created_at: at,
    detail: {},
    ...changes,
  }
}
