import type { OpenInviteResource } from '#contract'
import type { InviteRow } from '#storage'

export const presentInvite = (row: InviteRow, now: Date): OpenInviteResource => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.expiresAt > now ? 'PENDING' : 'EXPIRED',
  inviterEmail: row.inviterEmail,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  mail: { status: row.mailStatus, response: row.mailResponse },
})
