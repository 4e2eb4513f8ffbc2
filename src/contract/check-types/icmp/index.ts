import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { Hostname, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { measure, milliseconds } from '../metrics.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export interface IcmpRequest {
  readonly hostname: string
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly pingCount: number
  readonly tryAllAddresses?: boolean
  readonly assertions: readonly Assertion[]
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

const PacketLoss = (percent: number) =>
  described(
    Type.Optional(
      Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100 }), {
        default: percent,
        description: 'Percent of lost packets.',
      }),
    ),
    { section: 'limits' },
  )

export const packetLossFields = {
  degradedPacketLossThreshold: PacketLoss(10),
  maxPacketLossThreshold: PacketLoss(20),
} as const

const sources = ['LATENCY', 'JSON_RESPONSE'] as const

export const ICMP = {
  slug: 'icmp',
  construct: 'IcmpMonitor',
  terraform: 'checkly_icmp_monitor',
  article: 'an',
  execution: 'wire',
  shapes: shapes<{ request: IcmpRequest; answer: IcmpAnswer }>(sample),
  sources,
  target: { path: ['hostname'] },
  form: {
    start: { frequency: 5, request: { hostname: '', pingCount: 10 } },
    order: ['request.hostname', 'request.pingCount'],
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 30_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  needs: ['icmp'],
  isLimitedByPacketLoss: true,
  fields: packetLossFields,
  result: { name: 'icmpCheckResult', description: 'ICMP: round trips and packet loss, assertions, requestError.' },
  entitlement: { key: 'ICMP_MONITORS', name: 'ICMP monitors', description: 'Round trips and packet loss.' },
  analytics: {
    route: { segment: 'icmp', operation: 'getIcmpAnalytics' },
    main: 'latencyAvg',
    mainMetric: 'latency',
    listedMetrics: [
      ['packetLoss_avg', 'packetLoss_avg'],
      ['packetLoss_p95', 'packetLoss_p95'],
      ['packetLoss_p99', 'packetLoss_p99'],
    ],
    groupBy: ['runLocation'],
    packetLoss: 'packetLoss',
    ratios: [{ metric: 'packetLoss', name: 'icmp_monitor_packet_loss_ratio', help: 'Mean share of lost packets.' }],
    metrics: [
      measure('packetLoss', 'Packet Loss', 'percentage', ['json', 'packetLoss']),
      milliseconds('latencyMin', 'Minimum Latency', ['json', 'latency', 'min']),
      milliseconds('latencyMax', 'Maximum Latency', ['json', 'latency', 'max']),
      milliseconds('latencyAvg', 'Average Latency', ['json', 'latency', 'avg']),
      milliseconds('latencyStdDev', 'Latency Deviation', ['json', 'latency', 'stdDev']),
      { ...milliseconds('dns', 'DNS', ['json', 'dnsResolutionTime']), isScrapedOnly: true },
    ],
    prometheus: {
      names: ['icmp_monitor_timing_seconds'],
      help: 'Round trips of ICMP monitors, and how long their names took to resolve.',
      types: { dns: 'dns', latencyMin: 'latency_min', latencyMax: 'latency_max', latencyAvg: 'latency_avg' },
    },
  },
  request: Strict({
    hostname: Hostname(),
    ipFamily: Type.Optional(Nullable(OneOf(['IPv4', 'IPv6'], { default: 'IPv4' }))),
    pingCount: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50, default: 10 }))),
    tryAllAddresses: TryAllAddresses(),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 10_000, max: 20_000, ceiling: 300_000 },
} as const satisfies CheckTypeDescriptor
