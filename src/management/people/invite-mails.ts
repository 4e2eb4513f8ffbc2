import type { PlainMail } from '#contract'
import type { ClaimedInviteMail } from '#storage/accounts'

/** The address at which a browser accepts an invite. The token is behind `#`, so that no server logs it. */
export const inviteLink = (publicUrl: string, token: string): string => `${publicUrl}/invites#token=${token}`

const roleNames = {
  ADMIN: 'Admin: full access except owner rights',
  READ_WRITE: 'Read and write: edit checks and settings',
  READ_RUN: 'Read and run: view everything and run checks',
  READ_ONLY: 'Read only: view everything',
} as const

export function writeInviteMail(row: ClaimedInviteMail, link: string): PlainMail {
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
    paragraphs: ['Belfry monitors services and alerts people when they fail.'],
    facts: [
      ['Account', accountName],
      ['Your role', roleNames[row.role]],
      ['Link valid until', row.expiresAt.toISOString()],
    ],
    button: { label: 'Accept invite', url: link },
    footer: 'The link can be used once. If you did not expect this email, ignore it: nothing changes.',
  }
}
