import Type from 'typebox'
import { Assertions } from '../resources/assertion.ts'
import { OneOf, Strict } from '../schema.ts'
import { HttpUrl, IpFamily } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'

const sources = ['STATUS_CODE'] as const

/** A URL monitor: a GET judged by its status code. It runs as an API request without body and headers. */
export const URL = {
  slug: 'url',
  execution: 'wire',
  sources,
  subMinute: true,
  request: Strict({
    url: HttpUrl(),
    method: Type.Optional(OneOf(['GET'], { default: 'GET' })),
    followRedirects: Type.Optional(Type.Boolean({ default: true })),
    skipSSL: Type.Optional(Type.Boolean({ default: false })),
    ipFamily: IpFamily(),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 5000, ceiling: 45_000 },
} as const satisfies CheckTypeRow
