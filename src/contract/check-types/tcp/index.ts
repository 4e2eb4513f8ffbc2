import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, Strict } from '../../schema.ts'
import { Hostname, IpFamily, Port, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { milliseconds, totalTime } from '../metrics.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export interface TcpRequest {
  readonly hostname: string
  readonly port: number
  readonly data: string | null
  readonly ipFamily: 'IPv4' | 'IPv6'
  /** Absent means true. */
  readonly tryAllAddresses?: boolean
  readonly assertions: readonly Assertion[]
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

const sources = ['RESPONSE_TIME', 'RESPONSE_DATA', 'TEXT_BODY'] as const

/**
 * `url` and `body` are older names of `hostname` and `data`, and the assertion source TEXT_BODY is an older name of
 * RESPONSE_DATA.
 */
export const TCP = {
  slug: 'tcp',
  construct: 'TcpMonitor',
  terraform: 'checkly_tcp_monitor',
  article: 'a',
  execution: 'wire',
  takesProxy: true,
  shapes: shapes<{ request: TcpRequest; answer: TcpAnswer }>(sample),
  sources,
  target: { path: ['hostname'], port: 'port' },
  form: {
    start: { frequency: 5, request: { hostname: '', port: 443 } },
    sources: ['RESPONSE_TIME', 'RESPONSE_DATA'],
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 30_000,
  subMinute: true,
  queue: 'uptime',
  allowsInvertedLimits: true,
  result: { name: 'tcpCheckResult', description: 'TCP: response with timings, assertions, requestError.' },
  entitlement: {
    key: 'TCP_MONITORS',
    name: 'TCP monitors',
    description: 'Connections to a port, with data sent and read.',
  },
  analytics: {
    route: { segment: 'tcp-checks', operation: 'getTcpCheckAnalytics' },
    main: 'total',
    mainMetric: 'responseTime',
    groupBy: ['runLocation'],
    metrics: [
      totalTime,
      milliseconds('dns', 'DNS', ['timingPhases', 'dns']),
      milliseconds('connection', 'Connection', ['timingPhases', 'connection']),
      milliseconds('data', 'Data', ['timingPhases', 'data']),
    ],
    prometheus: {
      names: ['tcp_monitor_timing_seconds', 'tcp_check_timing_seconds'],
      help: 'Durations of TCP monitors by phase.',
      types: { total: 'total', dns: 'dns', connection: 'connection', data: 'data' },
    },
  },
  request: Strict({
    hostname: described(Type.Optional(Hostname()), { isRequired: true }),
    url: Type.Optional(Hostname({ deprecated: true })),
    port: Port(),
    data: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 65_536 }), { default: null })),
    body: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 65_536 }), { deprecated: true })),
    ipFamily: IpFamily(),
    tryAllAddresses: TryAllAddresses(),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 5000, ceiling: 5000 },
} as const satisfies CheckTypeDescriptor
