import Type from 'typebox'
import { Assertions } from '../resources/assertion.ts'
import type { Assertion } from '../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'
import { Port } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'
import { matching } from '../matching.ts'

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

const sources = ['RESPONSE_TIME', 'RESPONSE_CODE', 'TEXT_ANSWER', 'JSON_ANSWER'] as const

/** Specification 2.3. `recordType` is not in its table, so it may be left out and means A. */
export const DNS = {
  slug: 'dns',
  execution: 'wire',
  sources,
  subMinute: true,
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
} as const satisfies CheckTypeRow
