import { unknownOwnerAddress } from '#contract'
import type { InviteResource, MemberList, MemberResource } from '#contract'
import type { MemberRow } from '#storage'
import { judged } from './judged.ts'

/** There is no single sign-on, no second factor and no support staff of a vendor here. */
export const presentMember = (row: MemberRow): MemberResource =>
  judged<MemberResource>({
    type: 'member',
    accountId: row.account_id,
    userId: row.id,
    name: row.name,
    email: row.email ?? unknownOwnerAddress,
    role: row.role,
    status: 'ACTIVE',
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.updated_at ?? row.created_at).toISOString(),
    isSupportMembership: false,
    ssoEnabled: false,
    mfaEnabled: false,
  })

const presentInvite = (row: MemberRow, now: Date): InviteResource =>
  judged<InviteResource>({
    type: 'invite',
    id: row.id,
    accountId: row.account_id,
    email: row.email ?? '',
    role: row.role,
    status: row.expires_at !== null && row.expires_at > now ? 'PENDING' : 'EXPIRED',
    inviterEmail: row.inviter_email ?? '',
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.updated_at ?? row.created_at).toISOString(),
    expiresAt: (row.expires_at ?? row.created_at).toISOString(),
  })

export const presentMembers = (
  { items, nextId }: { readonly items: readonly MemberRow[]; readonly nextId: string | null },
  now: Date,
): MemberList => ({
  members: items.map((row) => (row.kind === 'member' ? presentMember(row) : presentInvite(row, now))),
  length: items.length,
  nextId,
})
