import { timeOrderedId } from '#kernel'
import type { NewCheckResult } from '#storage/runs'

type Owner = Pick<NewCheckResult, 'accountId' | 'checkId'>

/** The row of a TCP run that passed at a time in epoch milliseconds, in a separate session. */
export function checkResultRow(owner: Owner, atMs: number, changes: Partial<NewCheckResult> = {}): NewCheckResult {
  const id = timeOrderedId(atMs)
  const at = new Date(atMs)
  return {
    ...owner,
    id,
    sessionId: id,
    sequenceId: id,
    checkName: 'database',
    checkType: 'TCP',
    location: 'eu-west-1',
    runSource: 'SCHEDULER',
    resultType: 'FINAL',
    attempt: 1,
    outcome: 'passed',
    hasErrors: false,
    overMaxResponseTime: false,
    responseTimeMs: 12.5,
    statusCode: null,
    error: null,
    scheduledFor: at,
    startedAt: at,
    stoppedAt: at,
    createdAt: at,
    detail: {},
    ...changes,
  }
}
