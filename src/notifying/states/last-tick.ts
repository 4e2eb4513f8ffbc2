import { summarizeTick } from '#alerting'
import { isInboundType } from '#contract'
import { findCheckResult, findCheckSessions } from '#storage/runs'
import { findHeartbeatSignal } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { EffectiveCheck } from '#management'
import { locationResults, missedPingMessage, noCertificate, noRun, runOfResult } from './finished-tick.ts'
import type { FinishedTick, LocationResult, ReportedResult } from './finished-tick.ts'

const oneFailure = { outcome: 'failed', failingLocations: 1, degradedLocations: 0, totalLocations: 1 } as const

/** The last tick of a check as recorded in its state, for notifications without a separate run. */
export async function lastTick(tx: Queryable, row: CheckStateRow, effective: EffectiveCheck): Promise<FinishedTick> {
  const outcomes = await lastOutcomes(tx, row)
  return {
    checkId: row.checkId,
    tickId: row.lastSessionId ?? '',
    summary: summarizeTick(outcomes.map(({ outcome }) => outcome)) ?? oneFailure,
    outcomes,
    hasErrors: row.hasErrors,
    isParallel: false,
    result: await lastResult(tx, row, effective),
    ...noCertificate,
  }
}

/** Empty for heartbeats, and when the session is no longer stored. */
async function lastOutcomes(tx: Queryable, row: CheckStateRow): Promise<LocationResult[]> {
  const { accountId, lastSessionId: id } = row
  const [session] = id === null ? [] : await findCheckSessions(tx, [{ accountId, id }])
  return session === undefined ? [] : locationResults(session)
}

async function lastResult(tx: Queryable, row: CheckStateRow, effective: EffectiveCheck): Promise<ReportedResult> {
  const found =
    row.lastResultId === null ? null : await findCheckResult(tx, row.accountId, row.checkId, row.lastResultId)
  const known = {
    id: row.lastResultId,
    location: row.lastRunLocation,
    responseTimeMs: row.lastResponseTimeMs ?? 0,
    statusText: null,
  }
  if (found !== null) {
    const { error, statusCode, startedAt } = found
    return { ...known, error, statusCode, startedAt, ...runOfResult(found) }
  }
  const isMissed = isInboundType(effective.own.checkType) && row.status === 'failing'
  const error = isMissed ? await failureOf(tx, row) : null
  return { ...known, error, statusCode: null, startedAt: row.updatedAt ?? row.createdAt, ...noRun }
}

/** Why the last ping or missed ping was a failure. */
async function failureOf(tx: Queryable, { accountId, checkId, lastSessionId }: CheckStateRow): Promise<string> {
  const signal = lastSessionId === null ? null : await findHeartbeatSignal(tx, accountId, checkId, lastSessionId)
  return signal?.error ?? missedPingMessage
}
