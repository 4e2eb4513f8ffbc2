import type { Delivery } from '#contract'
import { claimInviteMails, recordInviteMail } from '#storage'
import type { ClaimedInviteMail, LeaseClaim, Store } from '#storage'
import { linkMailTry } from './link-mails.ts'
import type { LinkMail } from './link-mails.ts'

export interface PendingInviteMail {
  readonly row: ClaimedInviteMail
  readonly mail: LinkMail
}

/** The address at which a browser accepts an invite. The token is behind `#`, so that no server logs it. */
export const inviteLink = (publicUrl: string, token: string): string => `${publicUrl}/invites#token=${token}`

/** Leases mails of invites that are due. `publicUrl` has no trailing slash. */
export async function claimDueInviteMails(
  { db, encryption }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingInviteMail[]> {
  const rows = await claimInviteMails(db, claim)
  return rows.map((row) => ({
    row,
    mail: writeInviteMail(row, inviteLink(publicUrl, encryption.decrypt(row.encryptedToken))),
  }))
}

/** Records the outcome of an attempt. */
export async function recordInviteMailTry(
  { db }: Store,
  { row: { accountId, id, leaseToken, tries } }: PendingInviteMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordInviteMail(db, { accountId, id, leaseToken, ...linkMailTry(delivery, tries, nowMs) })
}

const roleNames = {
  ADMIN: 'admin: everything but the owner’s rights',
  READ_WRITE: 'read and write: change checks and their settings',
  READ_RUN: 'read and run: look at everything and run checks',
  READ_ONLY: 'read only: look at everything',
} as const

function writeInviteMail(row: ClaimedInviteMail, link: string): LinkMail {
  const { accountName, inviterEmail } = row
  const by = inviterEmail === '' ? 'You are invited' : `${inviterEmail} invites you`
  return {
    // A new link is another mail.
    id: `invite-${row.id}-${row.expiresAt.getTime()}`,
    threadId: null,
    to: row.email,
    subject: `${by} to ${accountName} on Belfry`,
    title: `${by} to the account "${accountName}"`,
    badge: null,
    paragraphs: ['Belfry watches whether services work, and says who was notified when they do not.'],
    facts: [
      ['Account', accountName],
      ['Your role', roleNames[row.role]],
      ['The link works until', row.expiresAt.toISOString()],
    ],
    button: { label: 'Accept the invite', url: link },
    footer: 'The link works once. If you did not expect it, ignore this mail: nothing happens without it.',
  }
}
