import type { TickSummary } from '#alerting'

/** The result an alert speaks of: a failing one when there is one. */
export interface TellingResult {
  readonly id: string | null
  readonly location: string | null
  readonly responseTimeMs: number
  readonly error: string | null
  readonly statusCode: number | null
  readonly statusText: string | null
  readonly startedAt: Date
}

/** A tick that is over: of a session, or a ping or missed ping of a heartbeat. */
export interface FinishedTick {
  readonly checkId: string
  /** Orders the ticks of one check; an older one never moves the state again. */
  readonly tickId: string
  readonly summary: TickSummary
  readonly hasErrors: boolean
  readonly isParallel: boolean
  readonly result: TellingResult
  /** Days until the target's certificate expires, when the run saw one. */
  readonly sslDaysRemaining: number | null
  readonly sslDomain: string | null
}
