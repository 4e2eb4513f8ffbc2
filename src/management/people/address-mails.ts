import type { ClaimedAddressMail } from '#storage'
import type { LinkMail } from './link-mails.ts'

/** The address at which a browser confirms a new address. The token is behind `#`, so that no server logs it. */
export const addressLink = (publicUrl: string, token: string): string => `${publicUrl}/email-address#token=${token}`

export const writeAddressMail = ({ userId, name, email, expiresAt }: ClaimedAddressMail, link: string): LinkMail => ({
  // A new link is another mail.
  id: `address-${userId}-${expiresAt.getTime()}`,
  threadId: null,
  to: email,
  subject: 'Confirm your email address on Belfry',
  title: 'Is this your email address?',
  badge: null,
  paragraphs: [
    `${name} wants to sign in to Belfry with this address and get mails there. It counts once you have confirmed it.`,
  ],
  facts: [
    ['Address', email],
    ['The link works until', expiresAt.toISOString()],
  ],
  button: { label: 'Confirm the address', url: link },
  footer: 'The link works once. If you did not expect it, ignore this mail: nothing happens without it.',
})
