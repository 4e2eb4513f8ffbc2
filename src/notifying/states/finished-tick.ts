import { summarizeTick } from '#alerting'
import type { DerivedLocation, TickSummary } from '#alerting'
import type { Outcome, StoredOutcome } from '#contract'
import { writeReason } from '#contract/reasons'
import type { CheckResultRow, CheckSessionRow } from '#storage/runs'

/** The result an alert reports: a failing one when there is one. */
export interface ReportedResult {
  readonly id: string | null
  readonly location: string | null
  readonly responseTimeMs: number
  readonly error: string | null
  readonly statusCode: number | null
  readonly statusText: string | null
  readonly startedAt: Date
  /** The outcome of the run; null without a run. */
  readonly outcome: StoredOutcome | null
  readonly hasErrors: boolean
  readonly attempt: number
  /** The stored detail of the run; null without a run, or when its result was deleted. */
  readonly detail: Readonly<Record<string, unknown>> | null
}

/** The result fields of a tick without a run. */
export const noRun = { outcome: null, hasErrors: false, attempt: 1, detail: null } as const

/** The result fields of a stored result. */
export const runOfResult = ({ outcome, hasErrors, attempt, detail }: CheckResultRow) => ({
  outcome,
  hasErrors,
  attempt,
  detail,
})

/** `location` is the name of the queue. */
export type LocationResult = DerivedLocation & { readonly outcome: Outcome }

/** A finished tick: a session, or a ping or missed ping of a heartbeat. */
export interface FinishedTick {
  readonly checkId: string
  /** Orders the ticks of one check; an older tick never changes the state. */
  readonly tickId: string
  readonly summary: TickSummary
  /** The outcome of each location; empty when unknown. */
  readonly outcomes: readonly LocationResult[]
  /** The locations that learned nothing; absent for heartbeats. */
  readonly unknown?: readonly DerivedLocation[]
  readonly hasErrors: boolean
  readonly isParallel: boolean
  readonly result: ReportedResult
  /** Days until the target's certificate expires; null when the run saw no certificate. */
  readonly sslDaysRemaining: number | null
  readonly sslDomain: string | null
}

/** The error message of a missed ping. */
export const missedPingMessage = writeReason('NO_PING')

/** The certificate fields of a tick without a certificate. */
export const noCertificate = { sslDaysRemaining: null, sslDomain: null } as const

/** The tick of a session that ended, with one of its results. Null when all its outcomes are inconclusive. */
export function tickOfSession(
  session: CheckSessionRow,
  reported: Pick<FinishedTick, 'result' | 'sslDaysRemaining' | 'sslDomain'>,
): FinishedTick | null {
  const outcomes = Object.values(session.outcomes)
  const summary = summarizeTick(locationResults(session).map(({ outcome }) => outcome))
  if (summary === null) return null
  return {
    checkId: session.checkId,
    tickId: session.id,
    summary,
    outcomes: locationResults(session),
    unknown: unknownResults(session),
    hasErrors: outcomes.some(({ hasErrors, isInconclusive }) => hasErrors && !isInconclusive),
    isParallel: session.locations.length > 1,
    ...reported,
  }
}

/** The outcomes of the locations that could see. */
export const locationResults = ({ outcomes }: Pick<CheckSessionRow, 'outcomes'>): LocationResult[] =>
  Object.entries(outcomes).flatMap(([location, { outcome, resultId, attempts, isInconclusive }]) =>
    isInconclusive || outcome === 'unknown' ? [] : [{ location, outcome, resultId, attempts }],
  )

/** The locations that learned nothing about the target. */
const unknownResults = ({ outcomes }: Pick<CheckSessionRow, 'outcomes'>): DerivedLocation[] =>
  Object.entries(outcomes).flatMap(([location, { outcome, resultId, attempts, isInconclusive }]) =>
    isInconclusive || outcome === 'unknown' ? [{ location, outcome: 'unknown', resultId, attempts }] : [],
  )
