import type { HttpAnswer } from '#contract'
import type { Exchange } from '#egress'
import { roundMs } from '../outcome.ts'

/**
 * Times since the start of the run and the phases between them. The phases add up to the total; the time between two
 * measured steps belongs to the wait for the first byte.
 */
export function timingsOf(
  phases: Exchange['phases'],
  waitedMs: number,
  endedMs: number,
): Pick<HttpAnswer, 'timings' | 'timingPhases'> {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = phases
  const lookup = waitedMs + dnsMs
  const connect = lookup + connectMs
  const secureConnect = connect + (tlsMs ?? 0)
  const response = Math.min(endedMs, secureConnect + firstByteMs)
  return {
    timings: {
      socket: roundMs(waitedMs),
      lookup: roundMs(lookup),
      connect: roundMs(connect),
      secureConnect: roundMs(secureConnect),
      response: roundMs(response),
      end: roundMs(endedMs),
    },
    timingPhases: {
      wait: roundMs(waitedMs),
      dns: roundMs(dnsMs),
      tcp: roundMs(connectMs),
      ...(tlsMs !== null && { tls: roundMs(tlsMs) }),
      firstByte: roundMs(response - secureConnect),
      download: roundMs(endedMs - response),
      total: roundMs(endedMs),
    },
  }
}
