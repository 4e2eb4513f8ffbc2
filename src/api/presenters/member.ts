import { unknownOwnerAddress } from '#contract'
import type { InviteResource, MemberList, MemberResource } from '#contract'
import type { MemberRow } from '#storage'
import { validated } from './validated.ts'

/** There is no single sign-on, no second factor and no support staff of a vendor here. */
export const presentMember = (row: MemberRow): MemberResource =>
  validated<MemberResource>({
    type: 'member',
    accountId: row.accountId,
    userId: row.id,
    name: row.name,
    email: row.email ?? unknownOwnerAddress,
    role: row.role,
    status: 'ACTIVE',
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.updatedAt ?? row.createdAt).toISOString(),
    isSupportMembership: false,
    ssoEnabled: false,
    mfaEnabled: false,
  })

const presentInvite = (row: MemberRow, now: Date): InviteResource =>
  validated<InviteResource>({
    type: 'invite',
    id: row.id,
    accountId: row.accountId,
    email: row.email ?? '',
    role: row.role,
    status: row.expiresAt !== null && row.expiresAt > now ? 'PENDING' : 'EXPIRED',
    inviterEmail: row.inviterEmail ?? '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.updatedAt ?? row.createdAt).toISOString(),
    expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
  })

export const presentMembers = (
  { items, nextId }: { readonly items: readonly MemberRow[]; readonly nextId: string | null },
  now: Date,
): MemberList => ({
  members: items.map((row) => (row.kind === 'member' ? presentMember(row) : presentInvite(row, now))),
  length: items.length,
  nextId,
})
