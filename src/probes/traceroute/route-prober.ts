import type { TracerouteProtocol } from '#contract'
import type { IpFamily } from '#egress'

/** Where a route leads. The address has been checked by the policy. */
export interface RouteTarget {
  readonly address: string
  readonly family: IpFamily
  readonly protocol: TracerouteProtocol
  /** 0 for ICMP. */
  readonly port: number
}

/**
 * The response to one probe: of a router on the way, of the target, or of somebody who says that no way leads on.
 * `rtt` is milliseconds.
 */
export interface RouteReply {
  readonly kind: 'hop' | 'arrived' | 'unreachable'
  readonly address: string
  readonly rtt: number
  /** Type and code of the ICMP message, for example `3/1`. */
  readonly icmp?: string
}

/** Sends single probes. `code` is the error of the system when nothing was sent. */
export interface RouteProber {
  send(timeToLive: number, onReply: (reply: RouteReply) => void): { readonly cancel: () => void } | SendError
  close(): void
}

export interface SendError {
  readonly code: string
}
