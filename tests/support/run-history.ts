import { minuteMs, timeOrderedId } from '#kernel'
import { insertCheckResults } from '#storage/runs'
import type { NewCheckResult } from '#storage/runs'
import { checkResultRow } from './check-result-row.ts'
import type { TestService } from './test-service.ts'

/**
 * Stores a run of a check every minute until now, by a text with a character for each: `.` passed, `x` failed, `d` was
 * degraded, `r` failed and passed when it was retried. Returns when the first one was, in epoch milliseconds.
 */
export async function storeRunHistory(
  { db, clock }: Pick<TestService, 'db' | 'clock'>,
  owner: { readonly accountId: string; readonly checkId: string },
  runs: string,
): Promise<number> {
  const firstMs = clock.now() - runs.length * minuteMs
  await insertCheckResults(
    db,
    runs.split('').flatMap((run, index) => rowsOf(owner, run, firstMs + index * minuteMs)),
  )
  return firstMs
}

const outcomes: Readonly<Record<string, NewCheckResult['outcome']>> = { x: 'failed', d: 'degraded' }
const measured = [12.5, null, null, null]

function rowsOf(owner: { accountId: string; checkId: string }, run: string, atMs: number): NewCheckResult[] {
  if (run !== 'r') return [checkResultRow(owner, atMs, { measured, outcome: outcomes[run] ?? 'passed' })]
  const first = checkResultRow(owner, atMs, { measured, outcome: 'failed', resultType: 'ATTEMPT' })
  const retried = { sessionId: first.sessionId, sequenceId: first.sequenceId, id: timeOrderedId(atMs + 5_000) }
  return [first, checkResultRow(owner, atMs + 5_000, { measured, attempt: 2, ...retried })]
}
