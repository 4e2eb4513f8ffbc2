import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { DateTime, Nullable, Strict } from '../schema.ts'
import { LinkMailSchema } from './link-mail.ts'
import { CurrentPassword } from './sign-in.ts'
import { mailAddressPattern } from './subscription.ts'

/** One mail address of a person. */
export const personAddress = {
  maxLength: 320,
  ...matching(mailAddressPattern, 'one mail address, for example ops@example.com'),
}

/** An address that counts once somebody has opened the link that was mailed to it. */
export const PendingAddressSchema = Type.Object({
  email: Type.String(),
  expiresAt: DateTime({ description: 'The link and the unconfirmed address expire then.' }),
  mail: LinkMailSchema,
  link: Type.Optional(
    Type.String({
      description:
        'Confirms the address, once. Returned only to an admin who changes it when the service cannot send email; a hash is stored.',
    }),
  ),
})
export type PendingAddress = Static<typeof PendingAddressSchema>

export const EmailAddressSchema = Type.Object({
  email: Nullable(Type.String(), { description: 'Null for service keys.' }),
  receivesMail: Type.Boolean({
    description:
      'Whether the service can send email to it: a mail server is configured and the address is not at localhost.',
  }),
  pendingAddress: Nullable(PendingAddressSchema, { description: 'Null when there is no unconfirmed address.' }),
})
export type EmailAddress = Static<typeof EmailAddressSchema>

export const EmailAddressBodySchema = Strict({
  email: Type.String({ ...personAddress, description: 'The present one ends a change that waits, or is verified.' }),
  currentPassword: CurrentPassword(),
})

/** The token is in the body: addresses end up in logs. */
export const AddressTokenBodySchema = Strict({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link.' }),
})

export const ConfirmedAddressSchema = Type.Object({ email: Type.String() })
