import { findCheckResult } from '#storage'
import type { CheckStateRow, Queryable } from '#storage'
import type { EffectiveCheck } from './effective-checks.ts'
import { missedPingMessage, noCertificate } from './finished-tick.ts'
import type { FinishedTick, TellingResult } from './finished-tick.ts'

/** The last tick of a check as its state remembers it, for what is told without a run of its own. */
export async function lastTick(tx: Queryable, row: CheckStateRow, effective: EffectiveCheck): Promise<FinishedTick> {
  return {
    checkId: row.check_id,
    tickId: row.last_session_id ?? '',
    summary: { outcome: 'failed', failingLocations: 1, degradedLocations: 0, totalLocations: 1 },
    hasErrors: row.has_errors,
    isParallel: false,
    result: await lastResult(tx, row, effective),
    ...noCertificate,
  }
}

async function lastResult(tx: Queryable, row: CheckStateRow, effective: EffectiveCheck): Promise<TellingResult> {
  const found =
    row.last_result_id === null ? null : await findCheckResult(tx, row.account_id, row.check_id, row.last_result_id)
  const told = {
    id: row.last_result_id,
    location: row.last_run_location,
    responseTimeMs: row.last_response_time_ms ?? 0,
    statusText: null,
  }
  if (found !== null) return { ...told, error: found.error, statusCode: found.status_code, startedAt: found.started_at }
  const isMissed = effective.own.checkType === 'HEARTBEAT' && row.status === 'failing'
  const error = isMissed ? missedPingMessage : null
  return { ...told, error, statusCode: null, startedAt: row.updated_at ?? row.created_at }
}
