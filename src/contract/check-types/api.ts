import Type from 'typebox'
import { Assertions } from '../resources/assertion.ts'
import type { Assertion } from '../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'
import { HttpUrl, IpFamily, KeyValues } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'

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
  readonly skipSSL: boolean
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly body: string
  readonly bodyType: (typeof bodyTypes)[number]
  readonly headers: readonly KeyValuePair[]
  readonly queryParameters: readonly KeyValuePair[]
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly assertions: readonly Assertion[]
}

const sources = ['STATUS_CODE', 'RESPONSE_TIME', 'JSON_BODY', 'HEADERS', 'TEXT_BODY'] as const

export const API = {
  slug: 'api',
  execution: 'wire',
  sources,
  subMinute: true,
  scripts: 'none',
  request: Strict({
    method: Type.Unsafe<HttpRequest['method']>({
      type: 'string',
      enum: [...httpMethods, ...httpMethods.map((method) => method.toLowerCase())],
    }),
    url: HttpUrl(),
    followRedirects: Type.Optional(Type.Boolean({ default: true })),
    skipSSL: Type.Optional(Type.Boolean({ default: false })),
    ipFamily: IpFamily(),
    body: Type.Optional(Type.String({ default: '', maxLength: 1_000_000 })),
    bodyType: Type.Optional(OneOf(bodyTypes, { default: 'NONE' })),
    headers: KeyValues(),
    queryParameters: KeyValues(),
    basicAuth: Type.Optional(
      Nullable(Strict({ username: Type.String({ maxLength: 4096 }), password: Type.String({ maxLength: 4096 }) }), {
        default: null,
      }),
    ),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 5000, max: 20_000, ceiling: 45_000 },
} as const satisfies CheckTypeRow
