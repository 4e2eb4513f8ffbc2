import type { Outcome } from '#contract'
import { runOfResult } from '#notifying'
import type { ReportedResult } from '#notifying'
import type { Queryable } from '#storage/database'
import { findCheckResult } from '#storage/runs'
import type { CheckSessionRow, LocationOutcome } from '#storage/runs'

const outcomes = ['failed', 'degraded', 'passed'] as const satisfies readonly Outcome[]

const known = ({ outcomes: found }: CheckSessionRow): LocationOutcome[] =>
  Object.values(found).filter(({ isInconclusive }) => !isInconclusive)

/** The worst outcome of the locations of a session that could see; null when none could. */
export const worstOutcome = (session: CheckSessionRow): Outcome | null =>
  outcomes.find((one) => known(session).some(({ outcome }) => outcome === one)) ?? null

/** The stored result that alerts about a session report, of a location with its worst outcome; null without one. */
export async function storedReport(tx: Queryable, session: CheckSessionRow): Promise<ReportedResult | null> {
  const worst = worstOutcome(session)
  const reported = known(session).find(({ outcome }) => outcome === worst)
  const result = reported && (await findCheckResult(tx, session.accountId, session.checkId, reported.resultId))
  if (!result) return null
  return {
    id: result.id,
    location: result.location,
    responseTimeMs: result.responseTimeMs,
    error: result.error,
    statusCode: result.statusCode,
    statusText: null,
    startedAt: result.startedAt,
    ...runOfResult(result),
  }
}
