import Type from 'typebox'
import { Assertions } from '../resources/assertion.ts'
import type { Assertion } from '../resources/assertion.ts'
import { Nullable, Strict } from '../schema.ts'
import { Hostname, IpFamily, Port } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'

export interface TcpRequest {
  readonly hostname: string
  readonly port: number
  readonly data: string | null
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly assertions: readonly Assertion[]
}

const sources = ['RESPONSE_TIME', 'RESPONSE_DATA', 'TEXT_BODY'] as const

/**
 * Specification 2.2. `url` and `body` are older names of `hostname` and `data`, and the source TEXT_BODY, seen in 2.3, is
 * one of RESPONSE_DATA.
 */
export const TCP = {
  slug: 'tcp',
  execution: 'wire',
  sources,
  subMinute: true,
  request: Strict({
    hostname: Type.Optional(Hostname()),
    url: Type.Optional(Hostname({ deprecated: true })),
    port: Port(),
    data: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 65_536 }), { default: null })),
    body: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 65_536 }), { deprecated: true })),
    ipFamily: IpFamily(),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 5000, ceiling: 5000 },
} as const satisfies CheckTypeRow
