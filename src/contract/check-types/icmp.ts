import Type from 'typebox'
import { Assertions } from '../resources/assertion.ts'
import type { Assertion } from '../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'
import { Hostname } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'

export interface IcmpRequest {
  readonly hostname: string
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly pingCount: number
  readonly assertions: readonly Assertion[]
}

const sources = ['LATENCY', 'JSON_RESPONSE'] as const

export const ICMP = {
  slug: 'icmp',
  execution: 'wire',
  sources,
  subMinute: true,
  request: Strict({
    hostname: Hostname(),
    ipFamily: Type.Optional(Nullable(OneOf(['IPv4', 'IPv6'], { default: 'IPv4' }))),
    pingCount: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50, default: 10 }))),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 10_000, max: 20_000, ceiling: 300_000 },
} as const satisfies CheckTypeRow
