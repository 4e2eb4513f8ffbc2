import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, OneOf } from '../schema.ts'
import { ResponseSchema } from './read-only.ts'

export const DomainVerificationSchema = ResponseSchema(
  Type.Object({
    domain: Type.String(),
    status: OneOf(['pending', 'verified', 'failed'] as const, {
      description: 'Only on a verified domain is the page served.',
    }),
    sslStatus: OneOf(['external'] as const, { description: 'The proxy in front of the service has the certificate.' }),
    validationMethod: OneOf(['txt', 'http'] as const),
    verificationErrors: Type.Array(Type.String(), { description: 'What the last check missed; none before it.' }),
    ownershipVerification: Type.Object(
      { type: OneOf(['txt', 'cname'] as const), name: Type.String(), value: Type.String() },
      { description: 'The record that proves that the domain is yours.' },
    ),
    CNAME: Type.String({ description: 'Where a CNAME record of the domain leads for readers to reach the page.' }),
    found: Type.Object(
      { txt: Type.Array(Type.String()), cname: Type.Array(Type.String()) },
      { description: 'The records of the last check, ten of each at most.' },
    ),
    validationRecords: Type.Array(
      Type.Object({ status: Type.String(), txt_name: Type.String(), txt_value: Type.String() }),
      { description: 'Records for certificates: always empty.' },
    ),
    sslValidationErrors: Type.Array(Type.Object({ message: Type.String() }), { description: 'Always empty.' }),
    checkedAt: Nullable(CalendarDate()),
    nextCheckAt: CalendarDate(),
  }),
)
export type DomainVerificationResource = Static<typeof DomainVerificationSchema>
