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
  role: OneOf(givenRoles, { description: 'What the invited person may do in this account.' }),
})
export type InviteBody = Static<typeof InviteBodySchema>

const inviteFields = {
  id: Type.String(),
  email: Type.String(),
  role: OneOf(givenRoles),
  status: OneOf(['PENDING', 'EXPIRED']),
  inviterEmail: Type.String({ description: 'Empty when a program made the invite.' }),
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
        'Accepts the invite once, within 7 days. Only where the service cannot send mail, and only here; a hash is stored.',
    }),
  ),
})

/** The token is in the body: addresses end up in logs. */
const token = Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link.' })

export const InviteTokenBodySchema = Strict({ token })

export const InviteAcceptanceBodySchema = Strict({
  token,
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Of a new person. Default: what is before the @.' }),
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
      'NEW: nobody here has proven that the address is theirs; a password makes the person, or is that of somebody who has it unproven. PASSWORD: the person has one, which accepts. SIGN_IN: the person signs in otherwise first.',
  }),
})
export type InviteOffer = Static<typeof InviteOfferSchema>
