import type { PlainMail } from '#contract'
import type { ClaimedAddressMail } from '#storage/accounts'

/** The address at which a browser confirms a new address. The token is behind `#`, so that no server logs it. */
export const addressLink = (publicUrl: string, token: string): string => `${publicUrl}/email-address#token=${token}`

export const writeAddressMail = ({ userId, name, email, expiresAt }: ClaimedAddressMail, link: string): PlainMail => ({
  // A new link is another mail.
  id: `address-${userId}-${expiresAt.getTime()}`,
  threadId: null,
  to: email,
  subject: 'Confirm your email address on Belfry',
  title: 'Is this your email address?',
  badge: null,
  paragraphs: [
    `${name} wants to use this address to sign in to Belfry and receive email. Confirm it to complete the change.`,
  ],
  facts: [
    ['Address', email],
    ['Link valid until', expiresAt.toISOString()],
  ],
  button: { label: 'Confirm address', url: link },
  footer: 'The link can be used once. If you did not expect this email, ignore it: nothing changes.',
})
