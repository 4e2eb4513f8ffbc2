import type { IcmpAnswer } from '#contract'
import type { IpFamily } from './echo-packet.ts'

export type PingResult = IcmpAnswer['json']['pingResults'][number]

/** What one run sends, and where to. The address has been judged. */
export interface PingPlan {
  readonly address: string
  readonly family: IpFamily
  readonly pingCount: number
}

/** The packets that were sent, in order. */
export interface PingOutcome {
  readonly failure: null
  readonly packets: readonly PingResult[]
}

export const pauseMs = 500
/** How long the last packet is waited for, at least. */
export const replyWaitMs = 2000

/** A packet nothing came back for: no ICMP message has these numbers. */
export const unanswered = (sequence: number): PingResult => ({
  sequence,
  type: -1,
  code: -1,
  success: false,
  rtt: null,
  ttl: null,
})
