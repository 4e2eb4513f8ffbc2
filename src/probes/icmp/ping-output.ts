import { unanswered } from './ping-plan.ts'
import type { PingResult } from './ping-plan.ts'
import { echoReply } from './echo-packet.ts'
import type { IpFamily } from './echo-packet.ts'

const replySequence = /\b(?:icmp_)?seq=(\d{1,5})\b/
const timeToLive = /\b(?:ttl|hlim)=(\d{1,3})\b/
const roundTrip = /\btime[=<](\d{1,9}(?:[.,]\d{1,6})?) ?ms/
/** Only iputils numbers from 1, and only iputils counts "received" where others count "packets received". */
const countsFromOne = /^\d{1,5} packets transmitted, \d{1,5} received/m
const transmitted = /^(\d{1,5}) packets transmitted/m

/**
 * Parses the output of a `ping` program (iputils, busybox and inetutils are known): a result for each packet it sent.
 * Null when it sent none.
 */
export function readPingOutput(output: string, family: IpFamily): PingResult[] | null {
  const sent = Number(transmitted.exec(output)?.[1] ?? 0)
  if (sent === 0) return null
  const first = countsFromOne.test(output) ? 1 : 0
  const packets = Array.from({ length: sent }, (_, sequence) => unanswered(sequence))
  for (const line of output.split('\n')) {
    const reply = readReply(line, first, family)
    if (reply && packets[reply.sequence]?.success === false) packets[reply.sequence] = reply
  }
  return packets
}

function readReply(line: string, first: number, family: IpFamily): PingResult | null {
  const sequence = replySequence.exec(line)?.[1]
  const rtt = roundTrip.exec(line)?.[1]
  if (sequence === undefined || rtt === undefined) return null
  const ttl = timeToLive.exec(line)?.[1]
  return {
    sequence: Number(sequence) - first,
    type: echoReply[family],
    code: 0,
    success: true,
    rtt: Number(rtt.replace(',', '.')),
    ttl: ttl === undefined ? null : Number(ttl),
  }
}
