import type { WireCheckType } from '../check-types/index.ts'

export const failureKinds = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'protocol',
  'policy',
  'permission',
  'preparation',
] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * Why an observation has no answer. `code` is the system's or the protocol's own code (ECONNREFUSED, ENOTFOUND,
 * SOCKET_TIMEOUT, ESOCKETTIMEDOUT, CERT_HAS_EXPIRED, EPOLICY …), `message` a sentence a person understands.
 */
export interface ObservationFailure {
  readonly kind: FailureKind
  readonly code: string
  readonly message: string
  /** Whether the failure is of the network, which `retryStrategy.onlyOn: NETWORK_ERROR` asks for. */
  readonly isNetworkError: boolean
}

export interface LogLine {
  /** Epoch milliseconds. */
  readonly time: number
  readonly level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
  readonly msg: string
}

/** All durations are milliseconds, rounded to microseconds. */
export interface HttpTimingPhases {
  readonly wait: number
  readonly dns: number
  readonly tcp: number
  readonly tls?: number
  readonly firstByte: number
  readonly download: number
  readonly total: number
}

export interface HttpAnswer {
  readonly status: number
  readonly statusText: string
  /** Names in lower case; repeated headers as an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Decoded text, or base64 when `bodyEncoding` says so, or the note that a binary body was left out. */
  readonly body: string
  readonly bodyEncoding?: 'base64'
  readonly bodyTruncated: boolean
  readonly finalUrl: string
  readonly remoteAddress: string | null
  /** Milliseconds from the start of the request to each moment. */
  readonly timings: Readonly<Record<'socket' | 'lookup' | 'connect' | 'secureConnect' | 'response' | 'end', number>>
  readonly timingPhases: HttpTimingPhases
}

/** What was sent, as stored with the result: `data` is the body, `params` the query parameters. */
export interface HttpSent {
  readonly method: string
  readonly url: string
  readonly data: string
  readonly headers: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

export interface TcpAnswer {
  readonly data: string
  readonly remoteAddress: string | null
  readonly timingPhases: {
    readonly dns: number
    readonly connection: number
    readonly data: number
    readonly total: number
  }
}

export interface DnsJsonAnswer {
  readonly Status: string
  readonly TC: boolean
  readonly RD: boolean
  readonly RA: boolean
  readonly AD: boolean
  readonly CD: boolean
  readonly Question: readonly { readonly name: string; readonly type: string }[]
  readonly Answer: readonly {
    readonly name: string
    readonly type: string
    readonly TTL: number
    readonly data: string
  }[]
}

export interface DnsAnswer {
  readonly responseCode: string
  readonly text: string
  readonly json: DnsJsonAnswer
  readonly nameServer: string
  readonly protocol: 'UDP' | 'TCP'
  readonly timingPhases: { readonly total: number }
}

export interface IcmpAnswer {
  readonly text: string
  readonly json: {
    readonly hostname: string
    readonly resolvedIp: string
    readonly ipFamily: 'IPv4' | 'IPv6'
    readonly pingCount: number
    readonly packetsSent: number
    readonly packetsReceived: number
    readonly packetSize: number
    /** Percent, 0 to 100. */
    readonly packetLoss: number
    readonly dnsResolutionTime: number
    readonly latency: { readonly avg: number; readonly min: number; readonly max: number; readonly stdDev: number }
    readonly pingResults: readonly {
      readonly sequence: number
      readonly type: number
      readonly code: number
      readonly success: boolean
      readonly rtt: number | null
      readonly ttl: number | null
    }[]
  }
}

export interface Answers {
  TCP: TcpAnswer
  DNS: DnsAnswer
  URL: HttpAnswer
  API: HttpAnswer
  ICMP: IcmpAnswer
}

/** A large body as it came, not decoded yet: reading megabytes is left to whoever needs all of them. */
export interface UnreadBody {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** What a probe saw. Exactly one of `answer` and `failure` is set. */
export interface Observation<T extends WireCheckType = WireCheckType> {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly stoppedAt: number
  /** The measured duration of the operation, in milliseconds. */
  readonly responseTimeMs: number
  readonly answer: Answers[T] | null
  readonly failure: ObservationFailure | null
  /** Set while the body of the answer is unread; `answer.body` is empty then. A report never has it. */
  readonly unreadBody?: UnreadBody
  /** HTTP probes: what was sent. */
  readonly sent?: HttpSent
  /** HTTPS targets: whole days until the certificate expires, negative when it has expired. */
  readonly sslDaysRemaining?: number | null
  readonly log: readonly LogLine[]
}
