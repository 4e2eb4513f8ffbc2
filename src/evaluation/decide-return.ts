import type { AssertionOutcome, Observation, ObservationFailure, RunTask, Verdict, VerdictReason } from '#contract'
import { gapMs, longGapMs } from '#kernel'
import type { Standstill } from '#kernel'

export interface ReturnQuestion {
  readonly task: Pick<RunTask, 'limits' | 'returns'>
  readonly observation: Pick<Observation, 'failure' | 'responseTimeMs'>
  readonly verdict: Verdict
  /** What happened to the process that observed, from the start of the run to its end. */
  readonly standstill: Standstill
}

/**
 * - `keep`: the verdict counts.
 * - `return`: it may be the doing of this machine; the run goes back to the queue.
 * - `inconclusive`: it went back too often; nothing is known about the target.
 */
export type ReturnDecision = 'keep' | 'return' | 'inconclusive'

/** How often one run goes back before it is inconclusive. */
export const maxReturns = 3
/** A time limit counts without the gaps, so only a machine that stands still this much of the time casts doubt on it. */
const starvedShare = 0.2
/** How many waits of one run may each have ended late: name, connection, handshake, first byte. */
const waitsOfRun = 4

/** What one reason rests on. `excessMs`: how far the response time is from its limit. */
type Evidence = { readonly of: 'answer' | 'connection' | 'time-limit' } | { readonly of: 'time'; excessMs: number }

/**
 * Whether what a run saw says something about its target, given what happened to this process meanwhile. A passed run
 * always counts. One that is worse counts when at least one of its reasons is beyond doubt:
 * - an answer, a refusal or a certificate, unless it fell together with a gap of a second; then the run is repeated once;
 * - a connection that broke or lost packets, when there was no gap: a silent client is disconnected;
 * - a time limit, when less than a fifth of the run was lost in gaps;
 * - a response time, likewise, when it is over its limit by more than the small delays of this process explain.
 * After three repetitions doubt that rests on gaps makes a run inconclusive, and small delays are believed.
 */
export function decideReturn(question: ReturnQuestion): ReturnDecision {
  const { task, verdict, standstill } = question
  const { longestMs, lostMs, isClockChanged } = standstill
  if (verdict.outcome === 'passed' || (longestMs === 0 && lostMs === 0 && !isClockChanged)) return 'keep'
  if (evidenceOf(question).some((evidence) => !isDoubtful(evidence, question))) return 'keep'
  if ((task.returns ?? 0) < maxReturns) return 'return'
  return lostMs >= gapMs || isClockChanged ? 'inconclusive' : 'keep'
}

function isDoubtful(evidence: Evidence, { standstill, task, observation }: ReturnQuestion): boolean {
  const { lostMs, longestMs, isClockChanged } = standstill
  const isLong = lostMs >= longGapMs || isClockChanged
  if (evidence.of === 'answer') return isLong && (task.returns ?? 0) === 0
  if (isLong) return true
  if (evidence.of === 'connection') return lostMs >= gapMs
  if (lostMs >= gapMs && lostMs >= starvedShare * (observation.responseTimeMs + lostMs)) return true
  return evidence.of === 'time' && evidence.excessMs < waitsOfRun * Math.min(longestMs, gapMs)
}

/** What the reasons for the outcome rest on; an outcome is as certain as the best of them. */
function evidenceOf(question: ReturnQuestion): Evidence[] {
  const { verdict, observation } = question
  const reasons = verdict.reasons.filter(({ kind, outcome }) => outcome === verdict.outcome && kind !== 'assertion')
  const assertions = verdict.outcome === 'failed' ? verdict.assertions.filter(({ passed }) => !passed) : []
  return [
    ...reasons.map((reason) => evidenceOfReason(reason, question)),
    ...assertions.map((assertion) => evidenceOfAssertion(assertion, observation)),
  ]
}

function evidenceOfReason({ kind }: VerdictReason, { observation, task }: ReturnQuestion): Evidence {
  const { failure, responseTimeMs } = observation
  if (failure !== null) return { of: evidenceOfFailure(failure) }
  const limit = kind === 'max-response-time' ? task.limits.maxResponseTime : task.limits.degradedResponseTime
  if (kind === 'max-response-time' || kind === 'degraded-response-time')
    return { of: 'time', excessMs: responseTimeMs - (limit ?? 0) }
  return { of: kind === 'max-packet-loss' || kind === 'degraded-packet-loss' ? 'connection' : 'answer' }
}

/** Codes of connections that end, or networks that are away, whoever stood still. */
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
