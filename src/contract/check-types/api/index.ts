import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { HttpUrl, IpFamily, KeepCookies, KeyValues, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { httpAnalytics, httpPhases } from '../metrics.ts'
import { ResponseSchemaInput } from './response-schema.ts'
import type { ResponseSchema } from './response-schema.ts'
import { apiScriptFields } from '../script-fields.ts'
import { example, examples } from './examples.ts'
import { sample } from './sample.ts'

export { maxComparedBody, schemaDialects, schemaLimits } from './response-schema.ts'
export type { ResponseSchema } from './response-schema.ts'

export const httpMethods = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'] as const
export const bodyTypes = ['JSON', 'FORM', 'RAW', 'GRAPHQL', 'NONE'] as const

export interface KeyValuePair {
  readonly key: string
  readonly value: string
  readonly locked: boolean
}

export interface HttpRequest {
  readonly method: (typeof httpMethods)[number]
  readonly url: string
  readonly followRedirects: boolean
  /** Whether cookies go back to their hosts within a run. Default: true, also in checks stored without it. */
  readonly keepCookies?: boolean
  readonly skipSSL: boolean
  readonly ipFamily: 'IPv4' | 'IPv6'
  /** Absent means true. */
  readonly tryAllAddresses?: boolean
  readonly body: string
  readonly bodyType: (typeof bodyTypes)[number]
  readonly headers: readonly KeyValuePair[]
  readonly queryParameters: readonly KeyValuePair[]
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly assertions: readonly Assertion[]
  /** Bodies are compared with it; absent and null: with nothing. */
  readonly responseSchema?: ResponseSchema | null
}

/** The defaults of HTTP checks. */
export const plainHttpRequest: HttpRequest = {
  method: 'GET',
  url: '',
  followRedirects: true,
  skipSSL: false,
  ipFamily: 'IPv4',
  body: '',
  bodyType: 'NONE',
  headers: [],
  queryParameters: [],
  basicAuth: null,
  assertions: [],
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

const sources = ['STATUS_CODE', 'RESPONSE_TIME', 'JSON_BODY', 'HEADERS', 'TEXT_BODY'] as const

export const API = {
  slug: 'api',
  construct: 'ApiCheck',
  terraform: 'checkly_check',
  article: 'an',
  execution: 'wire',
  shapes: shapes<{ request: HttpRequest; answer: HttpAnswer }>(sample),
  sources,
  target: { path: ['url'] },
  form: {
    start: { frequency: 5, request: { method: 'GET', url: 'https://', followRedirects: true, assertions: [] } },
    order: [
      ...['method', 'url', 'headers', 'bodyType', 'body', 'queryParameters', 'basicAuth'].map(
        (name) => `request.${name}`,
      ),
      'setupSnippetId',
      'localSetupScript',
      'tearDownSnippetId',
      'localTearDownScript',
    ],
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 30_000,
  subMinute: true,
  allowsInvertedLimits: true,
  queue: 'main',
  isHttpCall: true,
  isFoundByUrl: true,
  code: 'around request',
  conditionalNeeds: { hasScripts: ['scripts', 'runtime'] },
  takesGroupDefaults: true,
  takesProxy: true,
  fields: apiScriptFields,
  result: {
    name: 'apiCheckResult',
    description: 'API and URL: request, response with timings, assertions, requestError.',
  },
  entitlement: {
    key: 'API_CHECKS',
    name: 'API checks',
    description: 'HTTP requests with assertions on their answers.',
  },
  analytics: {
    ...httpAnalytics,
    route: { segment: 'api-checks', operation: 'getApiCheckAnalytics' },
    prometheus: { names: ['api_check_timing_seconds'], help: 'Durations of API checks by phase.', types: httpPhases },
  },
  request: Strict({
    method: described(
      Type.Unsafe<HttpRequest['method']>({
        type: 'string',
        enum: [...httpMethods, ...httpMethods.map((method) => method.toLowerCase())],
      }),
      { options: httpMethods },
    ),
    url: described(HttpUrl(), { control: 'url' }),
    followRedirects: Type.Optional(Type.Boolean({ default: true })),
    keepCookies: KeepCookies(),
    skipSSL: Type.Optional(Type.Boolean({ default: false })),
    ipFamily: IpFamily(),
    tryAllAddresses: TryAllAddresses(),
    body: described(Type.Optional(Type.String({ default: '', maxLength: 1_000_000 })), {
      control: 'code',
      language: 'body',
      tab: 'body',
    }),
    bodyType: described(Type.Optional(OneOf(bodyTypes, { default: 'NONE' })), { tab: 'body' }),
    headers: described(KeyValues(), { tab: 'headers' }),
    queryParameters: described(KeyValues(), { tab: 'query' }),
    basicAuth: described(
      Type.Optional(
        Nullable(Strict({ username: Type.String({ maxLength: 4096 }), password: Type.String({ maxLength: 4096 }) }), {
          default: null,
        }),
      ),
      { control: 'credentials', tab: 'auth' },
    ),
    assertions: Type.Optional(Assertions(sources)),
    responseSchema: ResponseSchemaInput(),
  }),
  limits: { degraded: 5000, max: 20_000, ceiling: 45_000 },
} as const satisfies CheckTypeDescriptor
