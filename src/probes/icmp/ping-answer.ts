import type { IcmpAnswer } from '#contract'
import { roundMs } from '../outcome.ts'
import { packetBytes } from './echo-packet.ts'
import type { PingPlan, PingResult } from './ping-plan.ts'

type Json = IcmpAnswer['json']

const ipHeaderBytes = { IPv4: 20, IPv6: 40 } as const

/** The parameters of a run, and how long resolving the address took, in milliseconds. */
export interface PingRequest extends PingPlan {
  readonly hostname: string
  readonly dnsMs: number
}

/**
 * The answer of an ICMP run: statistics over the received replies, all 0 when there were none, and the loss in percent
 * with two decimals.
 */
export function pingAnswer(request: PingRequest, packets: readonly PingResult[]): IcmpAnswer {
  const latency = latencyOf(packets)
  const received = packets.filter(({ success }) => success).length
  const json: Json = {
    hostname: request.hostname,
    resolvedIp: request.address,
    ipFamily: request.family,
    pingCount: request.pingCount,
    packetsSent: packets.length,
    packetsReceived: received,
    packetSize: packetBytes,
    packetLoss: Math.round((1 - received / packets.length) * 10_000) / 100,
    dnsResolutionTime: roundMs(request.dnsMs),
    latency,
    pingResults: packets,
  }
  return { text: textOf(json), json }
}

function latencyOf(packets: readonly PingResult[]): Json['latency'] {
  const times = packets.flatMap(({ rtt }) => (rtt === null ? [] : [rtt]))
  if (times.length === 0) return { avg: 0, min: 0, max: 0, stdDev: 0 }
  const avg = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - avg) ** 2, 0) / times.length
  return {
    avg: roundMs(avg),
    min: Math.min(...times),
    max: Math.max(...times),
    stdDev: roundMs(Math.sqrt(variance)),
  }
}

function textOf(json: Json): string {
  const { hostname, resolvedIp, packetsSent, packetsReceived, packetLoss, latency } = json
  const wholeBytes = packetBytes + ipHeaderBytes[json.ipFamily]
  const { min, avg, max, stdDev } = latency
  const statistics = [min, avg, max, stdDev].map((value) => value.toFixed(3)).join('/')
  return [
    `PING ${hostname} (${resolvedIp}) ${packetBytes - 8}(${wholeBytes}) bytes of data.`,
    ...json.pingResults.map((packet) => lineOf(packet, resolvedIp)),
    '',
    `--- ${hostname} ping statistics ---`,
    `${packetsSent} packets transmitted, ${packetsReceived} received, ${packetLoss}% packet loss`,
    ...(packetsReceived > 0 ? [`rtt min/avg/max/stddev = ${statistics} ms`] : []),
  ].join('\n')
}

function lineOf({ sequence, success, type, code, rtt, ttl }: PingResult, address: string): string {
  if (success) return `${packetBytes} bytes from ${address}: icmp_seq=${sequence} ttl=${ttl ?? '?'} time=${rtt ?? 0} ms`
  if (type < 0) return `No answer for icmp_seq=${sequence}`
  return `Error for icmp_seq=${sequence}: ICMP type ${type}, code ${code}`
}
