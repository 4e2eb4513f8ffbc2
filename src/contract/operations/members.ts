import Type from 'typebox'
import {
  memberRoles,
  MemberListSchema,
  MemberSchema,
  memberStatuses,
  MemberUpdateBodySchema,
} from '../resources/member.ts'
import { OneOf } from '../schema.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Members')
const byUser = Type.Object({ userId: TextId() })
const byAccount = Type.Object({ accountId: TextId() })
const byAccountAndUser = Type.Object({ accountId: TextId(), userId: TextId() })

const MemberQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of a name or an email address, case-insensitive.' }),
  ),
  type: Type.Optional(OneOf(['member', 'invite'])),
  role: Type.Optional(OneOf(memberRoles)),
  status: Type.Optional(OneOf(memberStatuses)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  nextId: Type.Optional(Type.String({ minLength: 1, maxLength: 512, description: 'Cursor from the page before.' })),
})

/** Each exists for the account of the header or the key, and for an account by its id. */
export const memberOperations = {
  listOwnMembers: operation('GET /v1/accounts/me/members', {
    summary: 'List members and open invites of the account of the header, or of the key',
    ignoresUnknown: true,
    query: MemberQuery,
    success: { status: 200, schema: MemberListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  updateOwnMember: operation('PATCH /v1/accounts/me/members/{userId}', {
    summary: 'Change the role or the address of a member of the account of the header, or of the key',
    access: 'admin',
    params: byUser,
    body: MemberUpdateBodySchema,
    success: { status: 200, schema: MemberSchema },
    faults: [
      'MEMBER_NOT_FOUND',
      'MEMBER_ROLE_TOO_HIGH',
      'MEMBER_ADDRESS_NOT_YOURS',
      'MEMBER_ADDRESS_TAKEN',
      'OWN_ADDRESS',
      'LAST_OWNER',
    ],
  }),
  removeOwnMember: operation('DELETE /v1/accounts/me/members/{userId}', {
    summary: 'Remove a member from the account of the header, or of the key, and revoke their keys for it',
    access: 'admin',
    params: byUser,
    faults: ['MEMBER_NOT_FOUND', 'MEMBER_ROLE_TOO_HIGH', 'LAST_OWNER'],
  }),
  withdrawOwnMemberAddress: operation('DELETE /v1/accounts/me/members/{userId}/pending-address', {
    summary: 'Withdraw the unconfirmed new address of a member: its link stops working',
    access: 'admin',
    params: byUser,
    faults: ['MEMBER_NOT_FOUND', 'MEMBER_ROLE_TOO_HIGH', 'MEMBER_ADDRESS_NOT_YOURS'],
  }),
  listMembers: operation('GET /v1/accounts/{accountId}/members', {
    summary: 'List members and open invites of an account',
    ignoresUnknown: true,
    params: byAccount,
    query: MemberQuery,
    success: { status: 200, schema: MemberListSchema },
    faults: ['ACCOUNT_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  updateMember: operation('PATCH /v1/accounts/{accountId}/members/{userId}', {
    summary: 'Change the role or the address of a member',
    access: 'admin',
    params: byAccountAndUser,
    body: MemberUpdateBodySchema,
    success: { status: 200, schema: MemberSchema },
    faults: [
      'ACCOUNT_NOT_FOUND',
      'MEMBER_NOT_FOUND',
      'MEMBER_ROLE_TOO_HIGH',
      'MEMBER_ADDRESS_NOT_YOURS',
      'MEMBER_ADDRESS_TAKEN',
      'OWN_ADDRESS',
      'LAST_OWNER',
    ],
  }),
  removeMember: operation('DELETE /v1/accounts/{accountId}/members/{userId}', {
    summary: 'Remove a member from an account and revoke their keys for it',
    access: 'admin',
    params: byAccountAndUser,
    faults: ['ACCOUNT_NOT_FOUND', 'MEMBER_NOT_FOUND', 'MEMBER_ROLE_TOO_HIGH', 'LAST_OWNER'],
  }),
} as const
