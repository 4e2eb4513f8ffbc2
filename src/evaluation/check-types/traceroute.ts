import { lastKnownHop, lossOfLastHop, withHopNames } from '#contract'
import type { TracerouteAnswer, TruncationReason, VerdictReason } from '#contract'
import type { Measurement } from '../evidence.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { displayedRequest } from '../displayed-request.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

/** A route that does not reach its destination fails, whatever the limits; they apply to the last hop's average. */
export const TRACEROUTE: CheckTypeEvaluation<'TRACEROUTE'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: (answer) => (answer.destinationReached ? [] : [notReached(answer)]),
  evidenceOf: (answer) => ({
    RESPONSE_TIME: { of: statisticsOf(answer) },
    HOP_COUNT: { value: answer.totalHops },
    PACKET_LOSS: packetLossOf(answer),
  }),
  hide: (answer, hidden) => ({
    ...answer,
    hostname: hidden.all(answer.hostname),
    hops: withHopNames(answer.hops, hidden.all),
  }),
  describe: (task, { answer, failure }, assertions) => ({
    ...(answer && { totalHops: answer.totalHops, destinationReached: answer.destinationReached }),
    finalHopLatency: answer?.finalHopLatency ?? null,
    timingPhases: answer && answer.timingPhases,
    requestError: requestErrorOf(failure),
    request: displayedRequest(task),
    assertions,
    response: answer && responseOf(answer),
  }),
}

/** `protocol` is what the public API calls the protocol of the probes too. */
const responseOf = (answer: TracerouteAnswer): object => ({ ...answer, protocol: answer.probeProtocol })

const hopsText = (count: number): string => (count === 1 ? '1 hop' : `${count} hops`)

const causes: Readonly<Record<TruncationReason, (answer: TracerouteAnswer) => string>> = {
  destinationReached: () => '',
  maxHops: ({ maxHops }) => `it is further away than the ${hopsText(maxHops)} of maxHops, or does not answer`,
  maxUnknownHops: () => 'too many hops in a row did not answer (maxUnknownHops)',
  timeout: () => 'the time limit passed before',
  unreachable: ({ unreachable }) => unreachable ?? 'no way leads on',
}

function notReached(answer: TracerouteAnswer): VerdictReason {
  const { hostname, resolvedIp, totalHops } = answer
  const name = hostname === resolvedIp ? hostname : `${hostname} (${resolvedIp})`
  const last = lastKnownHop(answer.hops)
  const end = last ? ` The last that answered was ${last.address}, hop ${last.number}.` : ''
  const message = `Expected a route to ${name}, but it was not reached within ${hopsText(totalHops)}: ${causes[answer.truncationReason](answer)}.${end}`
  return { kind: 'failure', outcome: 'failed', message }
}

const noLatency: Measurement = { missing: 'The destination was not reached, so there is no response time.' }

function statisticsOf({ finalHopLatency }: TracerouteAnswer): Record<string, Measurement> {
  if (!finalHopLatency) return { '': noLatency, avg: noLatency, min: noLatency, max: noLatency, stdDev: noLatency }
  const { avg, min, max, stdDev } = finalHopLatency
  return {
    '': { value: avg },
    avg: { value: avg },
    min: { value: min },
    max: { value: max },
    stdDev: { value: stdDev },
  }
}

function packetLossOf({ hops }: TracerouteAnswer): Measurement {
  const value = lossOfLastHop(hops)
  return value === null ? { missing: 'No hop was recorded.' } : { value }
}
