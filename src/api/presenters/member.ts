import { unknownOwnerAddress } from '#contract'
import type { InviteResource, MemberList, MemberResource, PendingAddress } from '#contract'
import type { AddressChangeRow, MemberRow } from '#storage/accounts'
import { validated } from './validated.ts'

/** There is no single sign-on, no second factor and no support staff of a vendor here. */
export const presentMember = (row: MemberRow, now: Date): MemberResource =>
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
    pendingAddress: presentPendingAddress(pendingOf(row), now),
  })

type Pending = Omit<AddressChangeRow, 'userId' | 'provesAddress'>

const pendingOf = (row: MemberRow): Pending | null =>
  row.pendingEmail === null || row.pendingExpiresAt === null
    ? null
    : {
        email: row.pendingEmail,
        expiresAt: row.pendingExpiresAt,
        mailStatus: row.pendingMailStatus ?? 'NONE',
        mailResponse: row.pendingMailResponse ?? '',
      }

/** An address whose link has expired waits no longer. */
export const presentPendingAddress = (pending: Pending | null, now: Date): PendingAddress | null =>
  pending === null || pending.expiresAt <= now
    ? null
    : {
        email: pending.email,
        expiresAt: pending.expiresAt.toISOString(),
        mail: { status: pending.mailStatus, response: pending.mailResponse },
      }

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
  members: items.map((row) => (row.kind === 'member' ? presentMember(row, now) : presentInvite(row, now))),
  length: items.length,
  nextId,
})
