import { lastKnownHop, lossOfLastHop, withHopNames } from '#contract'
import type { TracerouteAnswer, TruncationReason, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
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

const hopsText = (count: number): string =>
  count === 1 ? writeReason('HOPS_ONE') : writeReason('HOPS_MANY', { count })

const causes: Readonly<Record<TruncationReason, (answer: TracerouteAnswer) => string>> = {
  destinationReached: () => '',
  maxHops: ({ maxHops }) => writeReason('ROUTE_END_TOO_FAR', { hops: hopsText(maxHops) }),
  maxUnknownHops: () => writeReason('ROUTE_END_UNKNOWN_HOPS'),
  timeout: () => writeReason('ROUTE_END_TIMED_OUT'),
  unreachable: ({ unreachable }) => unreachable ?? writeReason('ROUTE_END_NO_WAY_ON'),
}

function notReached(answer: TracerouteAnswer): VerdictReason {
  const { hostname, resolvedIp, totalHops } = answer
  const name = hostname === resolvedIp ? hostname : `${hostname} (${resolvedIp})`
  const last = lastKnownHop(answer.hops)
  const end = last ? ` ${writeReason('LAST_HOP', { address: last.address, hop: last.number })}` : ''
  const routeEnd = causes[answer.truncationReason](answer)
  const message = writeReason('DESTINATION_NOT_REACHED', { target: name, hops: hopsText(totalHops), routeEnd })
  return { kind: 'failure', outcome: 'failed', message: `${message}${end}` }
}

const noLatency: Measurement = { missing: writeReason('NO_DESTINATION_LATENCY') }

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
  return value === null ? { missing: writeReason('NO_HOP') } : { value }
}
