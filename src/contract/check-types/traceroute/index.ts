import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { Hostname, IpFamily, Port, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { measure, milliseconds } from '../metrics.ts'
import type { TracerouteAnswer } from './answer.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export * from './answer.ts'
export * from './route-hops.ts'

export const tracerouteProtocols = ['TCP', 'UDP', 'ICMP', 'SCTP'] as const
export type TracerouteProtocol = (typeof tracerouteProtocols)[number]

/** Null: the protocol has no ports. */
export const traceroutePorts: { readonly [P in TracerouteProtocol]: number | null } = {
  TCP: 443,
  UDP: 33_434,
  SCTP: 33_434,
  ICMP: null,
}

export interface TracerouteRequest {
  /** A host name or address. */
  readonly url: string
  readonly protocol: TracerouteProtocol
  readonly port: number | null
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly tryAllAddresses?: boolean
  readonly maxHops: number
  /** Hops in a row that do not answer. */
  readonly maxUnknownHops: number
  readonly ptrLookup: boolean
  /** Seconds. */
  readonly timeout: number
  readonly assertions: readonly Assertion[]
}

const sources = ['RESPONSE_TIME', 'HOP_COUNT', 'PACKET_LOSS'] as const
const statistics = ['avg', 'min', 'max', 'stdDev'] as const
const advanced = { isAdvanced: true } as const

/** The way to a host, hop by hop. Its response time has statistics; `property` names one, avg if empty. */
export const TRACEROUTE = {
  slug: 'traceroute',
  article: 'a',
  execution: 'wire',
  shapes: shapes<{ request: TracerouteRequest; answer: TracerouteAnswer }>(sample),
  sources,
  target: { path: ['url'], port: 'port' },
  form: {
    start: { frequency: 10, request: { url: '', protocol: 'TCP' } },
    order: ['url', 'protocol', 'port', 'maxHops'].map((name) => `request.${name}`),
    properties: { RESPONSE_TIME: statistics },
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 33_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  result: {
    name: 'tracerouteCheckResult',
    description: 'TRACEROUTE: hops with round trips and loss, assertions, requestError.',
  },
  entitlement: null,
  analytics: {
    route: { segment: 'traceroute', operation: 'getTracerouteAnalytics' },
    main: 'finalHopLatencyAvg',
    mainMetric: 'latency',
    listedMetrics: [['hopCount_avg', 'totalHops_avg']],
    groupBy: ['runLocation'],
    metrics: [
      milliseconds('finalHopLatencyAvg', 'Final Hop Latency', ['finalHopLatency', 'avg']),
      measure('totalHops', 'Total Hops', 'count', ['totalHops']),
    ],
  },
  request: Strict({
    url: described(Hostname(), { label: 'host' }),
    protocol: Type.Optional(OneOf(tracerouteProtocols, { default: 'TCP' })),
    port: Type.Optional(
      Nullable(Port(), { description: 'Default: 443 for TCP, 33434 for UDP and SCTP. ICMP has none.' }),
    ),
    ipFamily: IpFamily(),
    tryAllAddresses: TryAllAddresses(),
    maxHops: Type.Optional(Type.Integer({ minimum: 1, maximum: 64, default: 30 })),
    maxUnknownHops: described(Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 15 })), advanced),
    ptrLookup: described(Type.Optional(Type.Boolean({ default: true })), advanced),
    timeout: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 10, description: 'Seconds.' })),
      advanced,
    ),
    assertions: Type.Optional(Assertions(sources, ['', ...statistics])),
  }),
  limits: { degraded: 10_000, max: 20_000, ceiling: 30_000 },
} as const satisfies CheckTypeDescriptor
