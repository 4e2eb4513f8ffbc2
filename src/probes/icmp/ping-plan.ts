import type { IcmpAnswer } from '#contract'
import type { IpFamily } from './echo-packet.ts'

export type PingResult = IcmpAnswer['json']['pingResults'][number]

/** The packets of one run, and their destination. The address has been checked. */
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
/** The minimum wait for the last packet. */
export const replyWaitMs = 2000

/** A lost packet: no ICMP message has these numbers. */
export const unanswered = (sequence: number): PingResult => ({
  sequence,
  type: -1,
  code: -1,
  success: false,
  rtt: null,
  ttl: null,
})
