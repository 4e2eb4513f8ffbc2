/** Why a route has no further hops. The last one: a router or the target answered that no way leads on. */
export const truncationReasons = ['destinationReached', 'maxHops', 'maxUnknownHops', 'timeout', 'unreachable'] as const
export type TruncationReason = (typeof truncationReasons)[number]

/** Round trips in milliseconds. */
export interface RouteLatency {
  readonly avg: number
  readonly min: number
  readonly max: number
  readonly stdDev: number
}

/** The machine at one distance; field names are those of the public API. */
export interface RouteHop {
  readonly hop_number: number
  /** Null: nobody answered. */
  readonly main_ip: string | null
  readonly main_host?: string
  readonly sent: number
  readonly received: number
  /** 0 to 100. */
  readonly loss_percentage: number
  /** Milliseconds; absent for hops that did not answer. */
  readonly rtt?: {
    readonly last_ms: number
    readonly avg_ms: number
    readonly best_ms: number
    readonly worst_ms: number
    readonly stddev_ms: number
  }
}

export interface TracerouteAnswer {
  readonly hostname: string
  readonly resolvedIp: string
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly probeProtocol: 'TCP' | 'UDP' | 'ICMP' | 'SCTP'
  /** Null for ICMP. */
  readonly port: number | null
  readonly maxHops: number
  readonly totalHops: number
  readonly destinationReached: boolean
  readonly truncationReason: TruncationReason
  /** The reason why a route is unreachable, as a sentence; absent otherwise. */
  readonly unreachable?: string
  /** Absent when the destination was not reached. */
  readonly finalHopLatency?: RouteLatency
  readonly hops: readonly RouteHop[]
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly timingPhases: { readonly dns: number; readonly total: number }
}
