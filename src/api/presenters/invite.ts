import type { OpenInviteResource } from '#contract'
import type { InviteRow } from '#storage/accounts'

export const presentInvite = (row: InviteRow, now: Date): OpenInviteResource => ({
  ...row,
  status: row.expiresAt > now ? 'PENDING' : 'EXPIRED',
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  mail: { status: row.mailStatus, response: row.mailResponse },
})
