import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { DateTime, OneOf, Strict, Uuid } from '../schema.ts'
import { givenRoles } from './member.ts'
import { LinkMailSchema } from './link-mail.ts'
import { newPassword } from './sign-in.ts'
import { mailAddressPattern } from './subscription.ts'

const maxAddressLength = 254

export const InviteBodySchema = Strict({
  email: Type.String({
    maxLength: maxAddressLength,
    ...matching(mailAddressPattern, 'one mail address, for example ops@example.com'),
  }),
  role: OneOf(givenRoles, { description: 'The role of the invited person in this account.' }),
})
export type InviteBody = Static<typeof InviteBodySchema>

const inviteFields = {
  id: Type.String(),
  email: Type.String(),
  role: OneOf(givenRoles),
  status: OneOf(['PENDING', 'EXPIRED']),
  inviterEmail: Type.String({ description: 'Empty for an invite created through the API.' }),
  createdAt: DateTime(),
  expiresAt: DateTime(),
  mail: LinkMailSchema,
}

export const OpenInviteSchema = Type.Object(inviteFields)
export type OpenInviteResource = Static<typeof OpenInviteSchema>

export const LinkedInviteSchema = Type.Object({
  ...inviteFields,
  link: Type.Optional(
    Type.String({
      description:
        'Accepts the invite, once, within 7 days. Returned only when the service cannot send email; a hash is stored.',
    }),
  ),
})

/** The token is in the body: addresses end up in logs. */
const token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link.' })

export const InviteTokenBodySchema = Strict({ token })

export const InviteAcceptanceBodySchema = Strict({
  token,
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The name of a new person. Default: the part before the @.',
    }),
  ),
  password: Type.String({
    ...newPassword,
    description: 'The new password, or that of the person who has the address of the invite.',
  }),
})
export type InviteAcceptanceBody = Static<typeof InviteAcceptanceBodySchema>

/** How an invite can be accepted. */
export const inviteWays = ['NEW', 'PASSWORD', 'SIGN_IN'] as const
export type InviteWay = (typeof inviteWays)[number]

export const InviteOfferSchema = Type.Object({
  accountId: Uuid(),
  accountName: Type.String(),
  email: Type.String(),
  role: OneOf(givenRoles),
  inviterEmail: Type.String(),
  expiresAt: DateTime(),
  way: OneOf(inviteWays, {
    description:
      'NEW: the address is not verified here; a password creates the person, or is that of the person with the unverified address. PASSWORD: the password of the person accepts the invite. SIGN_IN: the person must sign in another way first.',
  }),
})
export type InviteOffer = Static<typeof InviteOfferSchema>
