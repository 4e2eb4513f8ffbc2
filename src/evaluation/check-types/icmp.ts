import type { RunLimits, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Measurement } from '../evidence.ts'
import { knownDocument } from '../json-document.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { displayedRequest } from '../displayed-request.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

/** Packet loss at or above a limit fails or degrades. Without a limit only a loss of 100% fails. */
export const ICMP: CheckTypeEvaluation<'ICMP'> = {
  hasResponseTimeLimits: false,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: ({ json }, { limits }) => packetLossReasons(json.packetLoss, limits),
  evidenceOf: ({ json }) => {
    const latency = Object.entries(json.latency).map(([statistic, value]): [string, Measurement] => [
      statistic,
      json.packetsReceived > 0 ? { value } : { missing: writeReason('NO_ECHO_REPLY') },
    ])
    return { LATENCY: Object.fromEntries(latency), JSON_RESPONSE: knownDocument(json) }
  },
  hide: ({ text, json }, hidden) => ({
    text: hidden.excerpt(text, storedBodyLimit),
    json: { ...json, hostname: hidden.all(json.hostname) },
  }),
  describe: (task, { answer, failure, responseTimeMs }, assertions) => ({
    assertions,
    request: displayedRequest(task),
    response: answer && { ...answer.json, text: answer.text },
    requestError: requestErrorOf(failure),
    timingPhases: answer && { dns: answer.json.dnsResolutionTime, total: responseTimeMs },
  }),
}

function packetLossReasons(packetLoss: number, limits: RunLimits): VerdictReason[] {
  const max = limits.maxPacketLossThreshold ?? 100
  const degraded = limits.degradedPacketLossThreshold
  if (packetLoss >= max) {
    const message = writeReason('PACKETS_LOST', { limit: max, percent: packetLoss })
    return [{ kind: 'max-packet-loss', outcome: 'failed', message }]
  }
  if (degraded === null || packetLoss < degraded) return []
  const message = writeReason('MANY_PACKETS_LOST', { limit: degraded, percent: packetLoss })
  return [{ kind: 'degraded-packet-loss', outcome: 'degraded', message }]
}
