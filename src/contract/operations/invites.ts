import Type from 'typebox'
import {
  InviteAcceptanceBodySchema,
  InviteBodySchema,
  InviteOfferSchema,
  InviteTokenBodySchema,
  LinkedInviteSchema,
  OpenInviteSchema,
} from '../resources/invite.ts'
import { SignedInSchema } from '../resources/sign-in.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'
import type { RateLimit } from './row.ts'

const operation = operationsOf('Members')
const limit: RateLimit = { requests: 30, seconds: 60 }

/** Invites to an account. Anyone who accepts one has its token, and perhaps no session yet. */
export const inviteOperations = {
  listInvites: operation('GET /v1/accounts/me/invites', {
    summary: 'List the open and the expired invites of the account, the latest first',
    access: 'admin',
    success: { status: 200, schema: Type.Array(OpenInviteSchema) },
  }),
  createInvite: operation('POST /v1/accounts/me/invites', {
    summary: 'Invite a person to the account; the link is emailed, or returned if no email is sent',
    access: 'admin',
    body: InviteBodySchema,
    success: { status: 201, schema: LinkedInviteSchema },
    faults: ['MEMBER_EXISTS', 'INVITE_EXISTS'],
    limit,
  }),
  renewInvite: operation('POST /v1/accounts/me/invites/{id}/renew', {
    summary: 'Replace the link of an invite; the new link is emailed, or returned if no email is sent',
    access: 'admin',
    params: byId,
    success: { status: 200, schema: LinkedInviteSchema },
    faults: ['INVITE_NOT_FOUND'],
    limit,
  }),
  revokeInvite: operation('DELETE /v1/accounts/me/invites/{id}', {
    summary: 'Revoke an invite: its link stops working',
    access: 'admin',
    params: byId,
    faults: ['INVITE_NOT_FOUND'],
  }),
  getInviteOffer: operation('POST /v1/invites/offer', {
    summary: 'Get an invite by the token of its link',
    access: 'public',
    ownSiteOnly: true,
    readsOnly: true,
    body: InviteTokenBodySchema,
    success: { status: 200, schema: InviteOfferSchema },
    faults: ['INVITE_LINK_INVALID'],
    limit,
  }),
  acceptInvite: operation('POST /v1/invites/accept', {
    summary: 'Accept an invite with a password, new or known; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: InviteAcceptanceBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['INVITE_LINK_INVALID', 'INVITE_NEEDS_SIGN_IN', 'SIGN_IN_FAILED', 'MEMBER_EXISTS', 'TOO_MANY_PASSWORDS'],
    limit,
  }),
  joinByInvite: operation('POST /v1/invites/join', {
    summary: 'Accept an invite as the person who is signed in',
    access: 'read',
    acrossAccounts: true,
    body: InviteTokenBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['INVITE_LINK_INVALID', 'MEMBER_EXISTS', 'PERSON_REQUIRED'],
    limit,
  }),
} as const
