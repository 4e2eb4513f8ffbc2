import type { ClaimedInviteMail } from '#storage'
import type { LinkMail } from './link-mails.ts'

/** The address at which a browser accepts an invite. The token is behind `#`, so that no server logs it. */
export const inviteLink = (publicUrl: string, token: string): string => `${publicUrl}/invites#token=${token}`

const roleNames = {
  ADMIN: 'admin: everything but the owner’s rights',
  READ_WRITE: 'read and write: change checks and their settings',
  READ_RUN: 'read and run: look at everything and run checks',
  READ_ONLY: 'read only: look at everything',
} as const

export function writeInviteMail(row: ClaimedInviteMail, link: string): LinkMail {
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
