import type { AssertionOutcome, Observation, ObservationFailure, RunTask, Verdict, VerdictReason } from '#contract'
import { gapMs, longGapMs } from '#kernel'
import type { Standstill } from '#kernel'

export interface ReturnQuestion {
  readonly task: Pick<RunTask, 'limits' | 'returns'>
  readonly observation: Pick<Observation, 'failure' | 'responseTimeMs' | 'startedAt' | 'stoppedAt'>
  readonly verdict: Verdict
  /** Standstills of the observing process, from the start of the run to its end. */
  readonly standstill: Standstill
}

/**
 * - `keep`: the verdict counts.
 * - `return`: it may be caused by this machine; the run is returned to the queue.
 * - `inconclusive`: it was returned too often; nothing is known about the target.
 */
export type ReturnDecision = 'keep' | 'return' | 'inconclusive'

/** How often one run is returned before it is inconclusive. */
export const maxReturns = 3
/** A timeout is doubtful when at least this share of the run was lost in standstills. */
const starvedShare = 0.2
/** How many waits of one run may each have ended late: name resolution, connection, handshake, first byte. */
const waitsOfRun = 4

/** The basis of one reason. `excessMs`: the difference of the response time and its limit. */
type Evidence = { readonly of: 'answer' | 'connection' | 'time-limit' } | { readonly of: 'time'; excessMs: number }

/**
 * Decides whether the observation of a run is reliable, given the standstills of this process meanwhile. A passed run
 * always counts. A failed or degraded run counts when at least one of its reasons is reliable:
 * - a response, a refused connection or a certificate, unless there was a gap of a second; then the run is repeated once,
 *   and again while more time was lost in gaps than the run took: a target may forget a visit that takes so long;
 * - a broken connection or packet loss, when there was no gap, because servers disconnect a silent client;
 * - a timeout, when less than a fifth of the run was lost in gaps;
 * - a response time, likewise, when it exceeds its limit by more than the small delays of this process can explain.
 * After three repetitions responses count and small delays are accepted, and other doubt makes a run inconclusive.
 */
export function decideReturn(question: ReturnQuestion): ReturnDecision {
  const { task, verdict, standstill } = question
  const { maxDelayMs, lostMs, isClockChanged } = standstill
  if (verdict.outcome === 'passed' || (maxDelayMs === 0 && lostMs === 0 && !isClockChanged)) return 'keep'
  if (evidenceOf(question).some((evidence) => !isDoubtful(evidence, question))) return 'keep'
  if ((task.returns ?? 0) < maxReturns) return 'return'
  return lostMs >= gapMs || isClockChanged ? 'inconclusive' : 'keep'
}

function isDoubtful(evidence: Evidence, { standstill, task, observation }: ReturnQuestion): boolean {
  const { lostMs, maxDelayMs, isClockChanged } = standstill
  const isLong = lostMs >= longGapMs || isClockChanged
  if (evidence.of === 'answer') return isLong && isRepeated(task.returns ?? 0, lostMs > activeMs(observation, lostMs))
  if (isLong) return true
  if (evidence.of === 'connection') return lostMs >= gapMs
  if (lostMs >= gapMs && lostMs >= starvedShare * (observation.responseTimeMs + lostMs)) return true
  return evidence.of === 'time' && evidence.excessMs < waitsOfRun * Math.min(maxDelayMs, gapMs)
}

/** An answer after a long gap; `isMostLost`: the run stood still for longer than it ran. */
const isRepeated = (returns: number, isMostLost: boolean): boolean =>
  returns === 0 || (isMostLost && returns < maxReturns)

/** How long the run took apart from gaps. A script's response time excludes the start of its process and browser. */
const activeMs = ({ responseTimeMs, startedAt, stoppedAt }: ReturnQuestion['observation'], lostMs: number): number =>
  Math.max(responseTimeMs, stoppedAt - startedAt - lostMs)

/** The basis of each reason for the outcome; an outcome is as reliable as the best of them. */
export function evidenceOf(question: Omit<ReturnQuestion, 'standstill'>): Evidence[] {
  const { verdict, observation } = question
  const reasons = verdict.reasons.filter(({ kind, outcome }) => outcome === verdict.outcome && kind !== 'assertion')
  const assertions = verdict.outcome === 'failed' ? verdict.assertions.filter(({ passed }) => !passed) : []
  return [
    ...reasons.map((reason) => evidenceOfReason(reason, question)),
    ...assertions.map((assertion) => evidenceOfAssertion(assertion, observation)),
  ]
}

function evidenceOfReason(
  { kind }: VerdictReason,
  { observation, task }: Pick<ReturnQuestion, 'observation' | 'task'>,
): Evidence {
  const { failure, responseTimeMs } = observation
  if (failure !== null) return { of: evidenceOfFailure(failure) }
  const limit = kind === 'max-response-time' ? task.limits.maxResponseTime : task.limits.degradedResponseTime
  if (kind === 'max-response-time' || kind === 'degraded-response-time')
    return { of: 'time', excessMs: responseTimeMs - (limit ?? 0) }
  return { of: kind === 'max-packet-loss' || kind === 'degraded-packet-loss' ? 'connection' : 'answer' }
}

/** Codes of broken connections and unreachable networks, which a standstill of this machine may cause. */
const brokenConnections = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
])

function evidenceOfFailure({ kind, code }: ObservationFailure): 'answer' | 'connection' | 'time-limit' {
  if (kind === 'timeout') return 'time-limit'
  return brokenConnections.has(code) ? 'connection' : 'answer'
}

function evidenceOfAssertion(
  { source, target }: AssertionOutcome,
  { responseTimeMs }: ReturnQuestion['observation'],
): Evidence {
  if (source !== 'RESPONSE_TIME' && source !== 'LATENCY') return { of: 'answer' }
  const excessMs = Math.abs(responseTimeMs - Number(target))
  return { of: 'time', excessMs: Number.isNaN(excessMs) ? 0 : excessMs }
}
