import Type from 'typebox'
import type { Static } from 'typebox'
import { PendingAddressSchema, personAddress } from './email-address.ts'
import { Discriminated, Nullable, OneOf } from '../schema.ts'

export const memberRoles = ['OWNER', 'ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const
export const givenRoles = ['ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const
export type GivenRole = (typeof givenRoles)[number]
export const memberStatuses = ['ACTIVE', 'PENDING', 'EXPIRED'] as const

/** Clients expect an address; a user without one has one at localhost, which never gets mail. */
export const MemberSchema = Type.Object({
  type: OneOf(['member']),
  accountId: Type.String(),
  userId: Type.String(),
  name: Nullable(Type.String()),
  email: Type.String({ description: 'An address at localhost when none is known; no email is sent to it.' }),
  role: OneOf(memberRoles),
  status: OneOf(['ACTIVE']),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  isSupportMembership: Type.Boolean(),
  ssoEnabled: Type.Boolean(),
  mfaEnabled: Type.Boolean(),
  pendingAddress: Nullable(PendingAddressSchema, { description: 'Null when there is no unconfirmed new address.' }),
})
export type MemberResource = Static<typeof MemberSchema>

const InviteSchema = Type.Object({
  type: OneOf(['invite']),
  id: Type.String(),
  accountId: Type.String(),
  email: Type.String(),
  role: OneOf(givenRoles),
  status: OneOf(['PENDING', 'EXPIRED']),
  inviterEmail: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  expiresAt: Type.String(),
})
export type InviteResource = Static<typeof InviteSchema>

export const MemberListSchema = Type.Object({
  members: Type.Array(Discriminated('type', [MemberSchema, InviteSchema])),
  length: Type.Integer({ minimum: 0, description: 'Entries of this page.' }),
  nextId: Nullable(Type.String(), { description: 'Cursor of the next page; null on the last.' }),
})
export type MemberList = Static<typeof MemberListSchema>

/** At least one of both. */
export const MemberUpdateBodySchema = Type.Object(
  {
    role: Type.Optional(OneOf(givenRoles)),
    email: Type.Optional(
      Type.String({
        ...personAddress,
        description:
          'Receives email for the member, for example alerts that no channel delivers. A new address takes effect once the emailed link is opened; sending the current address cancels a pending change.',
      }),
    ),
  },
  { minProperties: 1 },
)
export type MemberUpdateBody = Static<typeof MemberUpdateBodySchema>
