import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { Hostname, IpFamily, Port, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { milliseconds, totalTime } from '../metrics.ts'
import { matching } from '../../matching.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export { grpcStatusNames } from './status-names.ts'

export interface GrpcConfig {
  /** BEHAVIOR calls a method, HEALTH asks the standard health service. */
  readonly mode: 'BEHAVIOR' | 'HEALTH'
  readonly tls: boolean
  readonly metadata: readonly { readonly key: string; readonly value: string }[]
  /** `package.Service/Method`, for BEHAVIOR. */
  readonly method: string | null
  /** Absent where it was not given: REFLECTION. */
  readonly serviceDefinition?: 'REFLECTION' | 'PROTO_FILE'
  readonly protoContent: string | null
  /** JSON. */
  readonly message: string | null
  /** For HEALTH; null asks about the whole server. */
  readonly service: string | null
  readonly encoding: 'PROTOBUF' | 'FLATBUFFERS'
  readonly bfbsContent: string | null
}

export interface GrpcRequest {
  /** A host name or address. */
  readonly url: string
  /** A text where it is a template. */
  readonly port: number | string
  readonly ipFamily: 'IPv4' | 'IPv6'
  /** Absent means true. */
  readonly tryAllAddresses?: boolean
  readonly skipSSL: boolean
  /** Seconds. */
  readonly timeout: number
  readonly grpcConfig: GrpcConfig
  readonly assertions: readonly Assertion[]
}

/** The statuses of the gRPC health protocol, by number. */
export const grpcHealthLabels: readonly string[] = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN']

export interface GrpcAnswer {
  /** 0 is OK. */
  readonly grpcStatusCode: number
  readonly grpcStatusMessage: string
  /** The position in `grpcHealthLabels`; null for BEHAVIOR, and when the health service did not say. */
  readonly healthStatus: number | null
  /** JSON: the message, or the list of messages of a stream; empty without one. */
  readonly responseMessage: string
  /** Sent before and after the messages; names in lowercase. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[]
  /** `package.Service/Method` of the services in the schema that was used. */
  readonly discoveredMethods: readonly string[]
  readonly resolvedIp: string
  readonly port: number
  readonly grpcMethod: string
  /** Milliseconds. The total is without `reflection`, the time in which the schema was read. */
  readonly timingPhases: {
    readonly dns: number
    readonly connect: number
    readonly tls?: number
    readonly reflection?: number
    readonly call: number
    readonly total: number
  }
}

const sources = [
  'RESPONSE_TIME',
  'GRPC_STATUS_CODE',
  'GRPC_HEALTHCHECK_STATUS',
  'GRPC_RESPONSE',
  'GRPC_METADATA',
  'TEXT_BODY',
] as const

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength }), { default: null }))
/** Clients also send an empty text for the default. */
const Choice = <const V extends readonly [string, ...string[]]>(values: V) =>
  Type.Optional(Nullable(OneOf([...values, ''], { default: values[0] })))

const ofCall = { when: ['mode', 'BEHAVIOR'] } as const

const Config = Strict({
  mode: Type.Optional(OneOf(['BEHAVIOR', 'HEALTH'], { default: 'BEHAVIOR' })),
  tls: Type.Optional(Type.Boolean({ default: true })),
  metadata: described(
    Type.Optional(
      Type.Array(
        Strict({ key: Type.String({ minLength: 1, maxLength: 256 }), value: Type.String({ maxLength: 8192 }) }),
        {
          default: [],
          maxItems: 50,
        },
      ),
    ),
    { isAdvanced: true },
  ),
  method: described(Text(1024), { label: 'grpcMethod', ...ofCall }),
  serviceDefinition: described(Choice(['REFLECTION', 'PROTO_FILE']), { isAdvanced: true, ...ofCall }),
  protoContent: described(Text(1_000_000), {
    control: 'code',
    isAdvanced: true,
    when: ['serviceDefinition', 'PROTO_FILE'],
  }),
  message: described(Text(1_000_000), { control: 'code', language: 'json', rows: 4, ...ofCall }),
  service: described(Text(1024), { when: ['mode', 'HEALTH'] }),
  encoding: described(Choice(['PROTOBUF', 'FLATBUFFERS']), { isAdvanced: true, ...ofCall }),
  bfbsContent: described(Text(1_000_000), { control: 'prose', isAdvanced: true, when: ['encoding', 'FLATBUFFERS'] }),
})

/** A call of a unary or server streaming method, or of the health service, over gRPC. */
export const GRPC = {
  slug: 'grpc',
  article: 'a',
  execution: 'wire',
  shapes: shapes<{ request: GrpcRequest; answer: GrpcAnswer }>(sample),
  sources,
  target: { path: ['url'], port: 'port' },
  form: {
    start: { frequency: 5, request: { url: '', port: 50_051, grpcConfig: { mode: 'HEALTH' } } },
    order: ['url', 'port', ...['mode', 'service', 'method', 'message', 'tls'].map((name) => `grpcConfig.${name}`)].map(
      (path) => `request.${path}`,
    ),
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 180_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  presentsCertificates: true,
  result: {
    name: 'grpcCheckResult',
    description: 'GRPC: status, response message, metadata, assertions, requestError.',
  },
  entitlement: null,
  analytics: {
    route: { segment: 'grpc-checks', operation: 'getGrpcCheckAnalytics' },
    metrics: [
      totalTime,
      milliseconds('dns', 'DNS', ['timingPhases', 'dns']),
      milliseconds('connect', 'Connect', ['timingPhases', 'connect']),
    ],
    main: 'total',
    mainMetric: 'responseTime',
    groupBy: ['runLocation'],
  },
  request: Strict({
    url: described(Hostname(), { label: 'host' }),
    port: described(
      Type.Union([
        Port(),
        Type.String({
          maxLength: 512,
          ...matching('^(\\d{1,5}|.*\\{\\{.*\\}\\}.*)$', 'a port number, or a text with a variable such as {{PORT}}'),
        }),
      ]),
      { control: 'port' },
    ),
    ipFamily: IpFamily(),
    tryAllAddresses: TryAllAddresses(),
    skipSSL: Type.Optional(Type.Boolean({ default: false })),
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: 180, default: 60, description: 'Seconds.' })),
    grpcConfig: Type.Optional(Config),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 10_000, max: 20_000, ceiling: 180_000 },
} as const satisfies CheckTypeDescriptor
