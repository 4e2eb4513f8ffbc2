import Type from 'typebox'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { AnyObject, Nullable, OneOf, Strict } from '../../schema.ts'
import { Port } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { ScriptInput, UnusedHeartbeat } from '../../resources/check-fields.ts'
import { totalTime } from '../metrics.ts'
import { matching } from '../../matching.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SOA', 'NS', 'HTTPS'] as const
export type DnsRecordType = (typeof dnsRecordTypes)[number]

/** Of a name server that comes without one. */
export const defaultDnsPort = 53

export interface DnsRequest {
  readonly query: string
  readonly recordType: DnsRecordType
  /** Null: the public resolvers in turn. */
  readonly nameServer: string | null
  /** That of the name server; absent without one, unless it was given. */
  readonly port?: number
  readonly protocol: 'UDP' | 'TCP'
  readonly assertions: readonly Assertion[]
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

const sources = ['RESPONSE_TIME', 'RESPONSE_CODE', 'TEXT_ANSWER', 'JSON_ANSWER'] as const

/** `recordType` may be omitted and means A then. */
export const DNS = {
  slug: 'dns',
  construct: 'DnsMonitor',
  terraform: 'checkly_dns_monitor',
  article: 'a',
  execution: 'wire',
  shapes: shapes<{ request: DnsRequest; answer: DnsAnswer }>(sample),
  sources,
  target: { path: ['query'], server: 'nameServer' },
  form: { start: { frequency: 5, request: { query: '', recordType: 'A' } } },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 30_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  fields: { heartbeat: UnusedHeartbeat(), script: ScriptInput() },
  requiredOnCreate: { heartbeat: AnyObject(), script: Type.String({ maxLength: 1_000_000 }) },
  optionalForDropIn: ['heartbeat', 'script'],
  result: { name: 'dnsCheckResult', description: 'DNS: answer as text and JSON, assertions, requestError.' },
  entitlement: { key: 'DNS_MONITORS', name: 'DNS monitors', description: 'Records as name servers answer them.' },
  analytics: {
    route: { segment: 'dns', operation: 'getDnsAnalytics' },
    main: 'total',
    mainMetric: 'responseTime',
    groupBy: ['runLocation'],
    metrics: [totalTime],
    prometheus: {
      names: ['dns_monitor_timing_seconds'],
      help: 'Durations of DNS monitors.',
      types: { total: 'total' },
    },
  },
  request: Strict({
    query: Type.String({
      minLength: 1,
      maxLength: 253,
      ...matching('^[^\\s\\u0000-\\u001f]+$', 'a name without spaces, for example www.example.com'),
      examples: ['www.example.com'],
    }),
    recordType: Type.Optional(OneOf(dnsRecordTypes, { default: 'A' })),
    nameServer: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 100,
          ...matching('^[^\\s/\\u0000-\\u001f]*$', 'a name or an address, for example 1.1.1.1'),
          examples: ['1.1.1.1'],
        }),
        {
          default: null,
        },
      ),
    ),
    port: Type.Optional(Nullable(Port(), { description: 'Of the name server. Default: 53 with a name server.' })),
    protocol: Type.Optional(OneOf(['UDP', 'TCP'], { default: 'UDP' })),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 500, max: 1000, ceiling: 5000 },
} as const satisfies CheckTypeDescriptor
